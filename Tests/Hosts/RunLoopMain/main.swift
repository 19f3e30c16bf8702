import Foundation
import HostSupport

Trial.begin {
  print($0)
  exit(0)
}
RunLoop.main.run()
