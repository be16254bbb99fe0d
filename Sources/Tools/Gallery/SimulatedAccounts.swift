import FHJSON
import FeatureKit

/// A simulated account service.
///
/// With a delay, it checks that an address is unused, creates accounts and saves them. It has no rows and no state.
struct SimulatedAccounts: DataSource {
    /// The outcome of operations that change something.
    enum Outcome: String, CaseIterable, Sendable {
        case saved
        /// The service returns validation errors for the name and for the account as a whole.
        case refused
        /// The operation fails.
        case failed
    }

    /// The address that is in use.
    static let taken = "ada@example.com"

    let outcome: Outcome
    let delayMs: Int
    let capabilities: SourceCapabilities = .perform

    func fetch(_ request: FetchRequest) -> SourceAnswer<Page> {
        .now(.success(Page(rows: [SourceRow](), endReached: true)))
    }

    func perform(_ operation: String, input: JSONText, opID: String) -> SourceAnswer<JSONText> {
        .after(milliseconds: delayMs, answer(operation, input.value))
    }

    private func answer(_ operation: String, _ input: JSONValue) -> Result<JSONText, Failure> {
        switch operation {
        case "isFree":
            let isFree = input["value"]?.stringValue != Self.taken
            return isFree
                ? .success(.null)
                : .failure(
                    .invalidValues([.init(path: nil, code: "taken", message: "There is an account with this address.")])
                )
        case "create", "save":
            switch outcome {
            case .saved: return .success(.null)
            case .refused:
                return .failure(
                    .invalidValues([
                        .init(path: "/name", code: "profanity", message: "Please choose another name."),
                        .init(path: nil, code: "closed", message: "New accounts are made from Monday on."),
                    ]))
            case .failed: return .failure(SimulatedService.serverError)
            }
        default: return .failure(.unknownOperation(operation))
        }
    }
}
