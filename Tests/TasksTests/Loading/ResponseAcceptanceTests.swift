import Testing
import TidingsTasks

struct ResponseAcceptanceTests {
  @Test(arguments: [
    ("application/json", "application/json", true), ("application/json", "Application/JSON; charset=utf-8", true),
    ("image/*", "image/png", true), ("*/*", "image/png", true), ("image/*", "text/png", false),
    ("application/json", "application/problem+json", false), ("image/*", "", false), ("image/*", "png", false),
  ])
  func `compares media types`(wanted: String, field: String, isAccepted: Bool) {
    #expect(ResponseAcceptance(contentTypes: [wanted]).accepts(contentType: field) == isAccepted)
  }

  @Test func `accepts any type by default`() {
    #expect(ResponseAcceptance.success.accepts(contentType: nil))
    #expect(!ResponseAcceptance(contentTypes: ["*/*"]).accepts(contentType: nil))
  }
}
