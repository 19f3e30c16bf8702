#if canImport(ObjectiveC)
  import ObjectiveC
  public import TidingsCore

  extension Lifetime {
    /// Succeeds when an object goes away that has no lifetime as a property, such as one of a framework.
    ///
    ///     prices.prefix(until: Lifetime.ended(of: window))
    ///
    /// As ``Lifetime/ended``. Each call adds a lifetime to the object, which stays as long as the object does. Where there
    /// is no Objective-C, only a property can tell of the end of an object.
    public static func ended(of object: AnyObject) -> PublishedTask<Never, Void, Never> {
      let lifetime = Lifetime()
      // A key of its own: the address, which nobody else has while the object keeps the lifetime.
      unsafe objc_setAssociatedObject(
        object, Unmanaged.passUnretained(lifetime).toOpaque(), lifetime, .OBJC_ASSOCIATION_RETAIN)
      return lifetime.ended
    }
  }
#endif
