import Tidings

extension Tour {
  static func showEvents() {
    title("A broadcaster sends events.")
    let keys = BroadcastSource<Character>()
    let subscription = keys.filter(\.isLetter).subscribe { print("  typed \($0)") }
    for key in "a1b" { keys.send(key) }
    subscription.invalidate()
    keys.send("c")
    print("  After invalidate(), nothing is delivered.")
  }

  static func showValues() {
    title("A published value has a current value. Setting an equal one notifies no one.")
    let name = PublishedProperty("Ada")
    let greeting = name.map { "Hello, \($0)!" }
    let subscription = greeting.subscribe { print("  \($0)") }
    name.value = "Ada"
    name.value = "Grace"
    print("  Its current value is “\(greeting.value)”.")
    subscription.invalidate()
  }

  static func showTasks() async {
    title("A task starts with its first subscriber, reports progress and completes once.")
    let sum = PublishedTask<Int, Int, Never> { report in
      var sum = 0
      for number in 1...3 {
        sum += number
        report(number)
      }
      return sum
    }
    for await number in sum.progress { print("  added \(number)") }
    print("  The sum is \(await sum.value).")
  }
}
