import FeatureKit
import Synchronization

/// A record of the dependencies that a test has used without providing them.
final class ReachedDependencies: Sendable {
    private let messages = Mutex<[String]>([])

    /// Runs `body`, and records the reports of `body` and of all effects that `body` starts.
    func watch<Result>(_ body: () throws -> Result) rethrows -> Result {
        let handler = Unimplemented.Handler { message in self.messages.withLock { $0.append(message) } }
        return try Unimplemented.$report.withValue(handler, operation: body)
    }

    func take() -> [String] {
        messages.withLock { messages in
            defer { messages = [] }
            return messages
        }
    }
}
