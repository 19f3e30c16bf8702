#if canImport(CryptoKit)
  public import CryptoKit

  extension Insecure.MD5: IncrementalHash {}
  extension Insecure.SHA1: IncrementalHash {}
  extension SHA256: IncrementalHash {}
  extension SHA384: IncrementalHash {}
  extension SHA512: IncrementalHash {}
#endif
