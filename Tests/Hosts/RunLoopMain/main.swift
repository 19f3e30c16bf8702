import Foundation
import HostSupport

Trial.begin { exit(0) }
RunLoop.main.run()
