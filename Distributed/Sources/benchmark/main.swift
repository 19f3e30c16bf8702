import CNATS
import Foundation
import NATSServer
import Synchronization
import Tidings
import TidingsNATS

// Compares with loops over the C client, in turns, on a server of its own. Each side has one connection that publishes and
// one that receives.
let server = try await NATSServer("max_payload: 1MB")
let client = try ClientSide(server.url)
let tidings = try await TidingsSide(server.url)
let rounds = 15

print("| | C client | Tidings | ratio | bar | met |")
print("| --- | --: | --: | --: | --: | ---: |")
var isMet = true
for (size, batch, batches) in [(16, 20_000, 10), (1_024, 10_000, 10), (65_536, 200, 20)] {
  let payload = [UInt8](repeating: 1, count: size)
  let rates = (1...rounds).map { _ in
    (
      client: rate(batch, batches) { client.send(payload, batch) },
      tidings: rate(batch, batches) { tidings.send(payload, batch) }
    )
  }
  let (clientRate, tidingsRate) = (median(rates.map(\.client)), median(rates.map(\.tidings)))
  let ratio = tidingsRate / clientRate
  row("\(size) bytes, messages a second", clientRate, tidingsRate, ratio, bar: 0.8, met: ratio >= 0.8)
}

let small = [UInt8](repeating: 1, count: 16)
let latencies = (client: latency(10_000) { client.send(small, 1) }, tidings: latency(10_000) { tidings.send(small, 1) })
let added = latencies.tidings - latencies.client
row("16 bytes to and fro, µs at the median", latencies.client, latencies.tidings, added, bar: 20, met: added <= 20)

for _ in 1...50 { tidings.send(small, 20_000) }
let before = residentKilobytes()
for _ in 1...450 { tidings.send(small, 20_000) }
let after = residentKilobytes()
row("KB after 1 and after 10 million messages", before, after, after - before, bar: 4_096, met: after - before <= 4_096)

/// Sends to its own subscription, and waits until everything has arrived.
final class TidingsSide {
  private let sender: NATSConnection
  private let receiver: NATSConnection
  private let arrivals = Arrivals()
  private var token: Subscription?

  init(_ url: URL) async throws {
    sender = try await NATSConnection(NATSOptions(url))
    receiver = try await NATSConnection(NATSOptions(url))
    token = receiver.broadcaster(of: [UInt8].self, on: "tidings").attach { [arrivals] result in
      if case .success(let message) = result { arrivals.add(message.value.count) }
    }
    try await receiver.flush()
  }

  func send(_ payload: [UInt8], _ count: Int) {
    arrivals.expect(count * payload.count)
    for _ in 0..<count {
      do throws(NATSError) {
        try sender.publish(payload, to: "tidings")
      } catch {
        fatalError("\(error)")
      }
    }
    arrivals.wait()
  }
}

/// The same with the C client.
@safe final class ClientSide {
  private let sender: OpaquePointer
  private let receiver: OpaquePointer
  private let arrivals = Arrivals()

  init(_ url: URL) throws {
    var connections: [OpaquePointer?] = unsafe [nil, nil]
    for index in 0..<2 {
      guard unsafe natsConnection_ConnectTo(&connections[index], url.absoluteString) == NATS_OK else { exit(1) }
    }
    unsafe (sender, receiver) = (connections[0]!, connections[1]!)
    var subscription: OpaquePointer?
    let handler: natsMsgHandler = { _, _, message, context in
      let arrivals = unsafe Unmanaged<Arrivals>.fromOpaque(context!).takeUnretainedValue()
      arrivals.add(Int(unsafe natsMsg_GetDataLength(message)))
      unsafe natsMsg_Destroy(message)
    }
    unsafe natsConnection_Subscribe(
      &subscription, receiver, "client", handler, Unmanaged.passUnretained(arrivals).toOpaque())
    unsafe natsConnection_Flush(receiver)
  }

  func send(_ payload: [UInt8], _ count: Int) {
    arrivals.expect(count * payload.count)
    unsafe payload.withUnsafeBytes { bytes in
      for _ in 0..<count {
        unsafe natsConnection_Publish(sender, "client", bytes.baseAddress, Int32(bytes.count))
      }
    }
    arrivals.wait()
  }
}

/// The bytes that have not yet arrived.
final class Arrivals: Sendable {
  private let missing = Atomic(0)
  private let semaphore = DispatchSemaphore(value: 0)

  func expect(_ bytes: Int) { missing.store(bytes, ordering: .sequentiallyConsistent) }

  func add(_ bytes: Int) {
    if missing.subtract(bytes, ordering: .sequentiallyConsistent).newValue == 0 { semaphore.signal() }
  }

  func wait() { semaphore.wait() }
}

/// Messages a second.
func rate(_ batch: Int, _ batches: Int, _ send: () -> Void) -> Double {
  let time = ContinuousClock().measure { for _ in 0..<batches { send() } }
  return Double(batch * batches) / (time / .seconds(1))
}

/// Microseconds, at the median.
func latency(_ count: Int, _ send: () -> Void) -> Double {
  median((0..<count).map { _ in ContinuousClock().measure(send) / .microseconds(1) })
}

func median(_ numbers: [Double]) -> Double { numbers.sorted()[numbers.count / 2] }

func residentKilobytes() -> Double {
  let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
  return status.firstMatch(of: /VmRSS:\s*(\d+)/).flatMap { Double($0.1) } ?? 0
}

@MainActor func row(_ name: String, _ client: Double, _ tidings: Double, _ result: Double, bar: Double, met: Bool) {
  let numbers = [client, tidings].map { $0.formatted(.number.precision(.fractionLength(0)).grouping(.never)) }
  let ratio = result.formatted(.number.precision(.fractionLength(2)).grouping(.never))
  print("| \(name) | \(numbers[0]) | \(numbers[1]) | \(ratio) | \(bar) | \(met ? "yes" : "**no**") |")
  isMet = isMet && met
}

await server.stop()
exit(isMet ? 0 : 1)
