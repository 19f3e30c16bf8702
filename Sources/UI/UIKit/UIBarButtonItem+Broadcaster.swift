#if canImport(UIKit) && !os(watchOS)
  public import TidingsCore
  public import UIKit

  extension UIBarButtonItem {
    /// Returns a broadcaster of taps of this item.
    ///
    ///     doneItem.taps.subscribe { [weak self] in self?.dismiss(animated: true) }.store(in: subscriptions)
    ///
    /// A bar button item has a single action. From the first subscriber to the last, this is it, and it performs the
    /// primary action that was there before. An item with a target and a selector would no longer call them: that is a
    /// programming error and traps. Use one such broadcaster an item, and share it.
    ///
    /// Updates are delivered on the main actor. The item is not kept alive. Ends when it is released.
    public var taps: Broadcaster<Void> {
      Broadcaster(of: self, reading: { _ in }) { item, tell in
        guard item.action == nil else {
          fatalError("This bar button item has a target and an action, which taps would replace. Remove one of them.")
        }
        let previous = item.primaryAction
        // An action replaces title and image, so they are restored.
        let action = UIAction(title: item.title ?? "", image: item.image) { action in
          previous?.performWithSender(action.sender, target: nil)
          tell()
        }
        let identifier = action.identifier
        item.primaryAction = action
        return { [weak item] in
          guard let item, item.primaryAction?.identifier == identifier else { return }
          item.primaryAction = previous
        }
      }
    }
  }
#endif
