import Tidings
