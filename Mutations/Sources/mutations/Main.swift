import Foundation
import Weaving

/// Compiles the mutations in, runs the scenarios of each, and says which nobody notices.
///
///     mutations [--all-scenarios] [--write] [NAME …]
///
/// With `--all-scenarios` each mutation is run in every scenario, to find those that notice it. With `--write` the numbers
/// in *How promises are tested* are brought up to date; without, a page with other numbers is a failure.
@main
struct Main {
  static func main() {
    do {
      let arguments = CommandLine.arguments.dropFirst()
      let names = arguments.filter { !$0.hasPrefix("--") }
      let catalog = try Catalog.read()
      let package = try MutatedPackage(catalog)
      let run = MutationRun(
        program: try package.build(), scenarios: try package.scenarios(),
        runsAllScenarios: arguments.contains("--all-scenarios"))
      var isSuccess = true
      if names.isEmpty { isSuccess = run.checkUnmutated(catalog.scenarios) && isSuccess }
      isSuccess = run.check(try catalog.numbered(names)) && isSuccess
      if names.isEmpty { isSuccess = try Page.update(catalog, writes: arguments.contains("--write")) && isSuccess }
      exit(isSuccess ? 0 : 1)
    } catch {
      print("\(error)")
      exit(1)
    }
  }
}
