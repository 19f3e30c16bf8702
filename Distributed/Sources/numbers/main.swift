import Foundation
import Synchronization
import Tidings
import TidingsNATS

// Two programs that a test kills and starts again. Each continues where a former one was killed:
//
//   numbers send NATS COUNT FILE       stores the numbers from 1 to COUNT; the file has the number that is being stored
//   numbers receive NATS COUNT FILE    adds the position and the number of each message to the file, and prints how many
//                                      tenths of the numbers it has

let arguments = CommandLine.arguments
guard arguments.count == 5, let url = URL(string: arguments[2]), let count = UInt64(arguments[3]) else { exit(64) }
let name = arguments[4]
let descriptor = unsafe open(name, O_RDWR | O_CREAT | (arguments[1] == "receive" ? O_APPEND : 0), 0o600)
guard descriptor >= 0 else { exit(66) }
var options = NATSOptions(url)
options.reconnectDelay = .milliseconds(20)
let connection = try await NATSConnection(options)
let subscription = arguments[1] == "send" ? try send() : try receive()
// Ends with the test.
while readLine() != nil {}
subscription.invalidate()

func send() throws -> Subscription {
  let numbers = BroadcastSource<UInt64>()
  let forwarding = numbers.forward(
    to: connection, asDurable: "numbers",
    identifiedBy: { number in
      unsafe withUnsafeBytes(of: number) { _ = unsafe pwrite(descriptor, $0.baseAddress, $0.count, 0) }
      return "\(number)"
    }, failed: { fatalError("\($0)") })
  let first = try words(of: name).first ?? 1
  for number in first...count { numbers.send(number) }
  return forwarding
}

func receive() throws -> Subscription {
  let words = try words(of: name)
  let stored = Mutex(Set(stride(from: 0, to: words.count, by: 2).map { words[$0] }))
  let delivered = Mutex<Set<UInt64>>([])
  // A former program may have received all of them before it was killed.
  let tenths = PublishedProperty(Int(UInt64(words.count / 2) * 10 / count))
  let showing = tenths.subscribe { FileHandle.standardOutput.write(Data("\($0)\n".utf8)) }
  let receiving = connection.broadcaster(
    of: UInt64.self, on: "numbers", durable: "counter", in: "NUMBERS", redeliverAfter: .seconds(1)
  ).attach { result in
    guard let message = try? result.get(), let sequence = message.sequence else { return }
    precondition(delivered.withLock { $0.insert(sequence).inserted }, "\(sequence) was delivered twice")
    let (isNew, total) = stored.withLock { ($0.insert(sequence).inserted, UInt64($0.count)) }
    if isNew {
      unsafe withUnsafeBytes(of: (sequence, message.value)) { entry in
        _ = unsafe write(descriptor, entry.baseAddress, entry.count)
      }
    }
    tenths.value = Int(total * 10 / count)
  }
  return Subscription {
    showing.invalidate()
    receiving.invalidate()
  }
}

func words(of name: String) throws -> [UInt64] {
  let data = try Data(contentsOf: URL(filePath: name))
  return unsafe data.withUnsafeBytes { unsafe [UInt64]($0.bindMemory(to: UInt64.self)) }
}
