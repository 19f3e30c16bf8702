// The functions of POSIX are those of this machine. This module has the other declarations of Darwin.
@_exported import Glibc

public struct _opaque_pthread_t {}
public typealias pthread_t = UnsafeMutablePointer<_opaque_pthread_t>
public typealias pthread_key_t = UInt

@unsafe public func pthread_self() -> pthread_t! { fatalError() }
@unsafe public func pthread_key_create(
  _ key: UnsafeMutablePointer<pthread_key_t>!, _ destructor: (@convention(c) (UnsafeMutableRawPointer) -> Void)!
) -> Int32 { fatalError() }
@discardableResult
@unsafe public func pthread_setspecific(_ key: pthread_key_t, _ value: UnsafeRawPointer?) -> Int32 { fatalError() }
@unsafe public func pthread_getspecific(_ key: pthread_key_t) -> UnsafeMutableRawPointer? { fatalError() }

public var O_EVTONLY: Int32 { 0x8000 }
public var F_BARRIERFSYNC: Int32 { 85 }
