#if !canImport(CryptoKit)
  public import Crypto
  public import Tidings

  // All it takes to have downloads checked and files hashed by swift-crypto.
  extension SHA256: @retroactive IncrementalHash {}
#endif
