import FHJSON
import FHTerminalClient
import FHTerminalScreen

/// The functions that the owner of an ``App`` provides.
struct OwnerFunctions {
    /// Makes a canvas of a size.
    let canvas: (Size) -> Canvas
    var toggleTheme: () -> Void = {}
    var leave: (() -> Void)?
    var reconnect: (() -> Void)?
    var trust: (() -> String?)?
}

/// The decisions of a user about the program and its host.
struct UserDecisions {
    /// True while the question is shown that asks if the program is to quit and to lose unsaved changes.
    var asksToQuit = false
    /// True if the user has decided to continue without the programs of a workspace that is not trusted.
    var declinesTrust = false
    /// The workspace that the user has trusted, as the host has named it; nil if there is none.
    var trusted: JSONValue?
}

extension App {
    /// Connects again after the host has ended, by ``Session/replace(connection:)``; nil if that is not possible.
    ///
    /// If connecting fails, the question about the ended host is shown again.
    public var reconnect: (() -> Void)? {
        get { owner.reconnect }
        set {
            owner.reconnect = newValue
            isOutdated = true
        }
    }

    /// Records that the user trusts the host's workspace, and returns an error message, or nil for success.
    ///
    /// Afterwards ``reconnect`` is called, because a host runs the programs of a workspace only if the workspace is
    /// trusted when the host starts. If there is no function, the user is not asked whether to trust the workspace.
    public var trust: (() -> String?)? {
        get { owner.trust }
        set {
            owner.trust = newValue
            isOutdated = true
        }
    }

    private static let endKey = "end"
    private static let untrustedKey = "untrusted"
    private static let stillUntrustedKey = "still-untrusted"
    private static let lostKey = "lost"

    /// The question about the host itself, over all features; nil if there is none.
    var hostLayer: Layer? {
        if let end = session.end {
            let again = owner.reconnect.map { _ in { [unowned self] in restart() } }
            let question = Question.hostEnded(end, restart: again) { [unowned self] in quit() }
            return Layer(key: "\(Self.endKey) \(session.generation)", content: .question(question))
        }
        let workspace = session.host.object("untrusted")
        if owner.trust != nil, !decisions.declinesTrust, !workspace.text("workspace").isEmpty {
            // This host was started before the user has trusted the workspace. A second question would change nothing.
            if decisions.trusted == workspace {
                let message = Question.stillUntrusted { [unowned self] in declineTrust() }
                return Layer(key: Self.stillUntrustedKey, content: .question(message))
            }
            let question = Question.untrusted(
                workspace, trust: { [unowned self] in trustWorkspace(workspace) },
                decline: { [unowned self] in declineTrust() })
            return Layer(key: "\(Self.untrustedKey) \(session.generation)", content: .question(question))
        }
        guard !session.lost.isEmpty else { return nil }
        let question = Question.lost(session.lost) { [unowned self] in
            session.forgetLost()
            isOutdated = true
        }
        return Layer(key: Self.lostKey, content: .question(question))
    }

    /// Returns true if the user expects the question of a layer; nil if it is not about the program or the host.
    func isExpectedByKey(_ layer: Layer) -> Bool? {
        switch layer.key.split(separator: " ").first.map(String.init) {
        case Layer.quitKey, Self.lostKey, Self.stillUntrustedKey: true
        case Self.endKey, Self.untrustedKey: false
        default: nil
        }
    }

    private func restart() {
        decisions.asksToQuit = false
        interface.say("")
        owner.reconnect?()
        isOutdated = true
    }

    private func trustWorkspace(_ workspace: JSONValue) {
        if let problem = owner.trust?() {
            decisions.declinesTrust = true
            interface.say(problem)
        } else {
            decisions.trusted = workspace
            restart()
        }
        isOutdated = true
    }

    private func declineTrust() {
        decisions.declinesTrust = true
        isOutdated = true
    }
}
