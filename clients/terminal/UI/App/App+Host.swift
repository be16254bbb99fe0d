import FHTerminalClient
import FHTerminalScreen

/// The functions that the owner of an ``App`` provides.
struct OwnerFunctions {
    /// Makes a canvas of a size.
    let canvas: (Size) -> Canvas
    var toggleTheme: () -> Void = {}
    var leave: (() -> Void)?
}

extension App {
    /// Connects again after the host has ended, by ``Session/replace(connection:)``; nil if that is not possible.
    ///
    /// If connecting fails, the question about the ended host is shown again.
    public var reconnect: (() -> Void)? {
        get { decisions.reconnect }
        set {
            decisions.reconnect = newValue
            isOutdated = true
        }
    }

    /// Records that the user trusts the host's workspace, and returns an error message, or nil for success; see
    /// ``UserDecisions/trust``.
    public var trust: (() -> String?)? {
        get { decisions.trust }
        set {
            decisions.trust = newValue
            isOutdated = true
        }
    }

    /// Sets the functions that the answers to questions about the program and the host need.
    func setUpDecisions() {
        decisions.quit = { [unowned self] in quit() }
        decisions.exit = { [unowned self] in exitStatus = 0 }
        decisions.willReconnect = { [unowned self] in interface.say("") }
        decisions.hasDecided = { [unowned self] in isOutdated = true }
    }

    /// The question about the host itself, over all features; nil if there is none.
    var hostLayer: Layer? {
        decisions.hostOverlay(note: "The screen behind this shows its last state.").map(Layer.init)
    }
}
