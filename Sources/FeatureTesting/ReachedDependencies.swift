import FeatureKit
import Synchronization

/// What was used in a test though nobody had provided it.
final class ReachedDependencies: Sendable {
    private let messages = Mutex<[String]>([])

    /// Runs `body`, and all effects that it starts, so that they report here.
    func watch<Result>(_ body: () throws -> Result) rethrows -> Result {
        try Unimplemented.$report.withValue(
            { message in self.messages.withLock { $0.append(message) } }, operation: body)
    }

    func take() -> [String] {
        messages.withLock { messages in
            defer { messages = [] }
            return messages
        }
    }
}
