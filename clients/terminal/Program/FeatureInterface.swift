import FHJSON
import FHTerminalPlain
import FHTerminalUI

/// A user interface over a session: a screen, or a dialog of lines.
protocol FeatureInterface: AnyObject {
    /// The last message to the user.
    var message: String { get }
    /// The status with which the user has ended the program; nil while it runs.
    var exitStatus: Int32? { get }
    /// Leaves the shown feature; nil to return to the catalog.
    var leave: (() -> Void)? { get set }
    /// Connects again after the host has ended; nil if that is not possible.
    var reconnect: (() -> Void)? { get set }
    /// Records that the user trusts the host's workspace, and returns an error message, or nil for success.
    var trust: (() -> String?)? { get set }

    /// Opens a feature and shows it.
    func open(_ feature: String, _ params: JSONValue?)
    /// Shows an instance as soon as its first snapshot has arrived.
    func show(_ instance: String)
}

extension App: FeatureInterface {}

extension PlainDialog: FeatureInterface {}
