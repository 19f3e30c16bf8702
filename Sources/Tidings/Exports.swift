@_exported public import TidingsAdapters
@_exported public import TidingsCore
@_exported public import TidingsFoundation
@_exported public import TidingsTasks
