package import Harness
import TidingsMapSide

extension TidingsRows {
  package static func preparation(of object: PeerObject) -> Preparation? {
    TidingsMapRows.preparation(of: object)
  }
}
