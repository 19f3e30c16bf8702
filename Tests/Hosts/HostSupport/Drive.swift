import Dispatch
package import Tidings

/// Counts a property from one to a number on a background thread.
package func drive(_ property: PublishedProperty<Int>, to last: Int) {
  DispatchQueue(label: "driver").async {
    for number in 1...last { property.value = number }
  }
}
