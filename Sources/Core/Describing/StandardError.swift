#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The standard error stream, for notes in debug builds.
enum StandardError {}

#if canImport(WinSDK)
  extension StandardError {
    @Sendable static func note(_ text: String) {
      print(text)
    }
  }
#else
  extension StandardError {
    @Sendable static func note(_ text: String) {
      var line = text + "\n"
      line.withUTF8 { bytes in
        _ = unsafe write(STDERR_FILENO, bytes.baseAddress, bytes.count)
      }
    }
  }
#endif
