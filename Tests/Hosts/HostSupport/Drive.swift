import Dispatch
package import Tidings

/// Sets a property to the numbers from one to the last on a background thread.
package func drive(_ property: PublishedProperty<Int>, to last: Int) {
  DispatchQueue(label: "driver").async {
    for number in 1...last { property.value = number }
  }
}
