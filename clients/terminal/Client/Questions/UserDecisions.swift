import FHJSON

/// The decisions of a user about the program and its host, and the questions that ask for them.
///
/// Every interface over a session asks these questions in the same cases. An interface shows ``quitting`` and
/// ``hostOverlay(note:)`` over all features, and sets the functions that the answers need.
public final class UserDecisions {
    /// The key of the question before quitting.
    public static let quitKey = "quit"
    private static let endKey = "end"
    private static let untrustedKey = "untrusted"
    private static let stillUntrustedKey = "still-untrusted"
    private static let lostKey = "lost"

    /// Connects again after the host has ended, by ``Session/replace(connection:)``; nil if that is not possible.
    public var reconnect: (() -> Void)?
    /// Records that the user trusts the host's workspace, and returns an error message, or nil for success.
    ///
    /// Afterwards ``reconnect`` is called, because a host runs the programs of a workspace only if the workspace is
    /// trusted when the host starts. If there is no function, the user is not asked whether to trust the workspace.
    public var trust: (() -> String?)?
    /// Ends the program, or asks first if changes would be lost.
    public var quit: () -> Void = {}
    /// Ends the program without a question.
    public var exit: () -> Void = {}
    /// Called before the program connects again.
    public var willReconnect: () -> Void = {}
    /// Called after each other decision.
    public var hasDecided: () -> Void = {}

    /// True while the question is shown that asks if the program is to quit and to lose unsaved changes.
    public var asksToQuit = false
    private let session: Session
    /// True if the user has decided to continue without the programs of a workspace that is not trusted.
    private var declinesTrust = false
    /// The workspace that the user has trusted, as the host has named it; nil if there is none.
    private var trusted: JSONValue?

    /// Creates the decisions over a session; nothing is decided.
    public init(_ session: Session) { self.session = session }

    /// The question before quitting; nil if it is not asked now.
    public var quitting: Overlay? {
        guard asksToQuit else { return nil }
        let question = Question.quitting(
            session.unsavedTitles,
            stay: { [unowned self] in
                asksToQuit = false
                hasDecided()
            }, quit: exit)
        return Overlay(key: Self.quitKey, question: question, style: "")
    }

    /// Returns the question about the host itself; nil if there is none.
    ///
    /// - Parameter note: the sentence about the last state of the features of a host that has ended.
    public func hostOverlay(note: String) -> Overlay? {
        if let end = session.end {
            let again = reconnect.map { _ in { [unowned self] in connectAgain() } }
            let question = Question.hostEnded(end, note: note, restart: again, quit: quit)
            return Overlay(key: "\(Self.endKey) \(session.generation)", question: question, style: "")
        }
        let workspace = session.host.object("untrusted")
        if trust != nil, !declinesTrust, !workspace.text("workspace").isEmpty {
            let decline = { [unowned self] in
                declinesTrust = true
                hasDecided()
            }
            // This host was started before the user has trusted the workspace. A second question would change nothing.
            if trusted == workspace {
                return Overlay(key: Self.stillUntrustedKey, question: .stillUntrusted(decline), style: "")
            }
            let question = Question.untrusted(
                workspace, trust: { [unowned self] in trustWorkspace(workspace) }, decline: decline)
            return Overlay(key: "\(Self.untrustedKey) \(session.generation)", question: question, style: "")
        }
        guard !session.lost.isEmpty else { return nil }
        let question = Question.lost(session.lost) { [unowned self] in
            session.forgetLost()
            hasDecided()
        }
        return Overlay(key: Self.lostKey, question: question, style: "")
    }

    /// Returns true if the user expects the question with a key; nil if it is not one of these questions.
    public static func isExpected(_ key: String) -> Bool? {
        switch key.split(separator: " ").first.map(String.init) {
        case quitKey, lostKey, stillUntrustedKey: true
        case endKey, untrustedKey: false
        default: nil
        }
    }

    private func connectAgain() {
        asksToQuit = false
        willReconnect()
        reconnect?()
        hasDecided()
    }

    private func trustWorkspace(_ workspace: JSONValue) {
        if let problem = trust?() {
            declinesTrust = true
            session.say(problem)
            return hasDecided()
        }
        trusted = workspace
        connectAgain()
    }
}
