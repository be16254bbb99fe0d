import FeatureKit
import JSON

/// A service that is not there: who opens a feature says how it answers, and its time passes on the store's clock.
struct SimulatedService: Sendable, Equatable {
    /// How an attempt ends.
    enum Outcome: String, CaseIterable, Sendable {
        /// With a value.
        case loaded
        /// With an error over what is there.
        case alert
        /// With an error in place of what is there.
        case fullScreen
    }

    /// How the first attempt ends.
    var outcome = Outcome.loaded
    /// How all later ones end.
    var then = Outcome.loaded
    /// How long each takes.
    var delayMs = 1_500

    /// The action that an attempt brings; a newer attempt takes the older one's place.
    func answer<Action>(
        isFirst: Bool = false, _ loaded: Action, failed: (Failure, PresentedError.Display) -> Action
    ) -> Effect<Action> {
        switch isFirst ? outcome : then {
        case .loaded: attempt(loaded)
        case .alert: attempt(failed(Self.serverError, .alert))
        case .fullScreen: attempt(failed(Self.networkError, .fullScreen))
        }
    }

    /// Brings an action when the time of an attempt is over.
    func attempt<Action>(_ action: Action) -> Effect<Action> {
        Effect.send(action).delay(milliseconds: delayMs).cancellable("load", cancelInFlight: true)
    }

    static let serverError = Failure("serverError", "The server answered with the status 500", status: 500)
    static let networkError = Failure("networkError", "The connection failed")
}

extension SimulatedService {
    /// Reads `{"outcome", "then", "delayMs"}`, each of which may be absent.
    ///
    /// - Throws: ``ActionRefusal/invalidParams(_:)`` with all that is wrong.
    init(_ params: JSONValue) throws(ActionRefusal) {
        var mistakes: [ActionRefusal.Field] = []
        outcome = Self.outcome("outcome", params, &mistakes)
        then = Self.outcome("then", params, &mistakes)
        if let value = params["delayMs"] {
            if let number = value.intValue, (0...60_000).contains(number) {
                delayMs = number
            } else {
                let code = value.intValue == nil ? "type" : "invalid"
                mistakes.append(.init(path: "/delayMs", code: code, message: "must be an integer from 0 to 60000"))
            }
        }
        if !mistakes.isEmpty { throw .invalidParams(mistakes) }
    }

    private static func outcome(
        _ name: String, _ params: JSONValue, _ mistakes: inout [ActionRefusal.Field]
    ) -> Outcome {
        guard let value = params[name] else { return .loaded }
        if let outcome = value.stringValue.flatMap(Outcome.init) { return outcome }
        let known = Outcome.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
        let code = value.kind == .string ? "invalid" : "type"
        mistakes.append(.init(path: "/\(name)", code: code, message: "must be one of \(known)"))
        return .loaded
    }
}
