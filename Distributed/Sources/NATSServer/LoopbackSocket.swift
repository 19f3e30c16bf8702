internal import Foundation

#if canImport(Darwin)
  private let streamType = SOCK_STREAM
#else
  private let streamType = Int32(SOCK_STREAM.rawValue)
#endif

/// A socket that is bound to a free port of this machine.
package final class LoopbackSocket: Sendable {
  package let descriptor: Int32
  package let port: UInt16

  package init() throws {
    let descriptor = socket(AF_INET, streamType, 0)
    self.descriptor = descriptor
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe bind(descriptor, address, length) == 0 ? getsockname(descriptor, address, &length) : -1
      }
    }
    port = UInt16(bigEndian: address.sin_port)
    guard status == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EADDRINUSE) }
  }

  deinit { close(descriptor) }
}
