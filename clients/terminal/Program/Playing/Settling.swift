import FHJSON
import FHTerminalClient
import FHTerminalUI

/// Waits until the instances have settled and the screen shows their states.
///
/// A round sends a request to each instance, and ends with the answers. Drawing may itself send actions, such as one
/// about the focus. So everything has settled only after two rounds in a row that have changed nothing.
struct Settling {
    private static let quietRounds = 2

    /// The answers of a round.
    private final class Round {
        /// True if an instance did not settle before a timeout.
        var isUnsettled = false
    }

    private let app: App
    private let timeoutMs: Int?
    private var round = Round()
    private var quiet = 0
    /// The value of ``Session/changes`` after a round that has changed nothing; nil before the first round.
    private var expected: Int?

    /// - Parameter timeoutMs: the time in milliseconds after which the wait ends although an instance has not settled;
    ///   nil for no limit.
    init(_ app: App, timeoutMs: Int? = nil) {
        self.app = app
        self.timeoutMs = timeoutMs
    }

    private var session: Session { app.interface.session }

    /// Ends a round and begins the next one.
    ///
    /// It is called when the messages of a turn have been handled and drawn.
    ///
    /// - Returns: true when everything has settled, or the wait has ended without that.
    mutating func goOn() -> Bool {
        if session.end != nil { return true }
        guard app.isUpToDate else { return false }
        if timeoutMs != nil, round.isUnsettled { return true }
        if let expected {
            quiet = session.changes == expected && !round.isUnsettled ? quiet + 1 : 0
            if quiet == Self.quietRounds { return true }
        }
        begin()
        return false
    }

    private mutating func begin() {
        let open = session.open
        let round = Round()
        self.round = round
        expected = session.changes + max(1, open.count)
        if open.isEmpty { session.request("ping") { _ in } }
        for instance in open {
            let params = Params { [timeoutMs] json in
                json.field("instance", instance)
                if let timeoutMs { json.field("timeoutMs", timeoutMs) }
            }
            session.request("feature/settle", params) { answer in
                if case .result(let result) = answer, !result.isTrue("settled") { round.isUnsettled = true }
            }
        }
    }
}
