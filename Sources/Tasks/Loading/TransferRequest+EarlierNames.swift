extension TransferRequest {
  @available(*, unavailable, renamed: "expectedDigest")
  public var digest: ExpectedDigest? {
    get { expectedDigest }
    set { expectedDigest = newValue }
  }

  @available(*, unavailable, renamed: "retryPolicy")
  public var retry: RetryPolicy {
    get { retryPolicy }
    set { retryPolicy = newValue }
  }

  @available(*, unavailable, renamed: "idleTimeout")
  public var idleLimit: Duration {
    get { idleTimeout }
    set { idleTimeout = newValue }
  }

  @available(*, unavailable, renamed: "totalTimeout")
  public var wholeLimit: Duration? {
    get { totalTimeout }
    set { totalTimeout = newValue }
  }

  @available(*, unavailable, renamed: "isResumable")
  public var resumes: Bool {
    get { isResumable }
    set { isResumable = newValue }
  }

  @available(*, unavailable, renamed: "acceptableResponses")
  public var accepts: ResponseAcceptance {
    get { acceptableResponses }
    set { acceptableResponses = newValue }
  }

  @available(*, unavailable, renamed: "redirectPolicy")
  public var redirects: RedirectPolicy {
    get { redirectPolicy }
    set { redirectPolicy = newValue }
  }

  @available(*, unavailable, message: "A download uses one connection. Remove this setting.")
  public var segments: Int {
    get { 1 }
    set { _ = newValue }
  }
}
