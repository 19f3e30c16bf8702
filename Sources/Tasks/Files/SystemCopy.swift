#if !canImport(Darwin)
  import Foundation

  /// Copying without taking the bytes through memory of this process.
  enum SystemCopy {
    private typealias CopyFileRange =
      @convention(c) (
        CInt, UnsafeMutablePointer<off_t>?, CInt, UnsafeMutablePointer<off_t>?, Int, CUnsignedInt
      ) -> Int

    /// Looked up, because the C library declares it only for programs that ask for GNU's extensions.
    private static let copyFileRange: CopyFileRange? = {
      guard let symbol = unsafe dlsym(nil, "copy_file_range") else { return nil }
      // The cast gives a C function its type, which is the same on every Linux.
      return unsafe unsafeBitCast(symbol, to: CopyFileRange.self)
    }()

    /// Copies the next bytes to the end of a file, and returns how many; zero if the system does not do that.
    static func copy(from source: OpenFile, at offset: Int64, to destination: OpenFile, _ count: Int) -> Int {
      guard let copyFileRange = unsafe copyFileRange else { return 0 }
      var position = off_t(offset)
      while true {
        let result = unsafe copyFileRange(source.descriptor, &position, destination.descriptor, nil, count, 0)
        if result >= 0 || errno != EINTR { return max(result, 0) }
      }
    }
  }
#endif
