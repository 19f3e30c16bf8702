import Foundation

/// The time from one start of the system to the next.
///
/// Bytes that a killed process has written are still there while the system runs, whether they have reached the disk or
/// not. After a loss of power only synchronized bytes are certain.
package enum BootSession {
  /// Names the session that the system is in; nil where it does not say.
  package static let current = name()
}

#if !canImport(Darwin)
  extension BootSession {
    private static func name() -> String? {
      let text = try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
      return text.map { String($0.prefix { !$0.isNewline }) }
    }
  }
#else
  extension BootSession {
    private static func name() -> String? {
      var text = [CChar](repeating: 0, count: 64)
      var count = text.count
      guard unsafe sysctlbyname("kern.bootsessionuuid", &text, &count, nil, 0) == 0 else { return nil }
      return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
  }
#endif
