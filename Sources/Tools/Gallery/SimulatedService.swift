import FHJSON
import FeatureKit

/// A simulated service.
///
/// The params of a feature determine the answers of the service that the feature uses. The service's delays run on the
/// store's clock.
struct SimulatedService: Sendable, Equatable {
    /// The outcome of a request.
    enum Outcome: String, CaseIterable, Sendable {
        /// The request returns a value.
        case loaded
        /// The request fails with an alert over the content.
        case alert
        /// The request fails with an error that replaces the content.
        case fullScreen
    }

    /// The outcome of the first request.
    var outcome = Outcome.loaded
    /// The outcome of all later requests.
    var then = Outcome.loaded
    /// The delay of each answer in milliseconds.
    var delayMs = 1_500

    /// Sends the action for the outcome of a request, after the delay.
    ///
    /// A newer request cancels an older one.
    ///
    /// - Parameter isFirst: true to use ``outcome``, false to use ``then``.
    func answer<Action>(
        isFirst: Bool = false, _ loaded: Action, failed: (Failure, PresentedError.Display) -> Action
    ) -> Effect<Action> {
        switch isFirst ? outcome : then {
        case .loaded: attempt(loaded)
        case .alert: attempt(failed(Self.serverError, .alert))
        case .fullScreen: attempt(failed(Self.networkError, .fullScreen))
        }
    }

    /// Sends an action after the delay.
    func attempt<Action>(_ action: Action) -> Effect<Action> {
        Effect.send(action).delay(milliseconds: delayMs).cancellable("load", cancelInFlight: true)
    }

    static let serverError = Failure("serverError", "The server answered with the status 500", status: 500)
    static let networkError = Failure("networkError", "The connection failed")
}

extension SimulatedService {
    /// Reads `{"outcome", "then", "delayMs"}`; each member is optional.
    init(_ params: inout SimulationParams) {
        outcome = params.outcome("outcome", or: .loaded)
        then = params.outcome("then", or: .loaded)
        delayMs = params.delay(or: delayMs)
    }
}
