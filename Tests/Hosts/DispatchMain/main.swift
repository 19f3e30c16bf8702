import Dispatch
import Foundation
import HostSupport

Trial.begin {
  print($0)
  exit(0)
}
dispatchMain()
