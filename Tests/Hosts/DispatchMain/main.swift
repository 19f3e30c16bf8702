import Dispatch
import Foundation
import HostSupport

Trial.begin { exit(0) }
dispatchMain()
