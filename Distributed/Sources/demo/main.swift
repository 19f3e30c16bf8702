import Foundation
import NATSServer
import Tidings
import TidingsNATS

// Two programs in one process: each has its own connection to a server that is started here.
let server = try await NATSServer("jetstream { store_dir: \"{folder}/store\" }")
let workshop = try await NATSConnection(NATSOptions(server.url))
let office = try await NATSConnection(NATSOptions(server.url))
print("A NATS server listens at \(server.url).")

print("\nA broadcaster is a subject.")
let orders = BroadcastSource<String>()
let forwarding = orders.forward(to: office, as: "orders.new") { print("  not sent: \($0)") }
let (received, receive) = AsyncStream<String>.makeStream()
let receiving = workshop.broadcaster(of: String.self, on: "orders.*")
  .subscribe(value: { receive.yield("\($0.subject): \($0.value)") }, failure: { print("  \($0)") })
try await workshop.flush()
orders.send("a chair")
orders.send("a table")
for await line in received.prefix(2) { print("  \(line)") }

print("\nA published value is a key of a bucket.")
let stock = workshop.publishedProperty(0, forKey: "chairs", in: "stock") { print("  \($0)") }
let shown = office.publishedProperty(0, forKey: "chairs", in: "stock") { print("  \($0)") }
let values = shown.values
try await stock.set(10)
try await stock.mutate { $0 -= 1 }
for await value in values {
  print("  The office sees \(value) chairs.")
  if value == 9 { break }
}

print("\nA task runs in another program, which reports its progress.")
struct Broken: Error, Codable {}
let serving = try workshop.serve("saw") { (boards: Int) in
  PublishedTask<Int, String, Broken> { report in
    for board in 1...boards { report(board) }
    return "\(boards) boards are sawn"
  }
}
try await workshop.flush()
let sawing = office.publishedTask(
  requesting: "saw", with: 3, progress: Int.self, success: String.self, failure: Broken.self)
for await update in sawing.values {
  switch update {
  case .inProgress(let board): print("  board \(board)")
  case .completed(let result): print("  \(try result.get())")
  }
}

withExtendedLifetime((forwarding, receiving, serving)) {}
await server.stop()
print("\nThe server and everything that it has stored are gone.")
