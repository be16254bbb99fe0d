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
    init(_ params: inout SimulationParams) {
        outcome = params.outcome("outcome", or: .loaded)
        then = params.outcome("then", or: .loaded)
        delayMs = params.delay(or: delayMs)
    }
}
