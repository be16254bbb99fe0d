import FeatureKit
import Synchronization

/// One page that is on its way from a source, for all who wait for it; given up when none of them waits any more.
final class PagePull: Sendable {
    /// Of which rows it is.
    let edition: Int
    private let task: Task<Result<Page, Failure>, Never>
    private let waiting = Mutex(1)

    /// Begins to wait, for one.
    init(edition: Int, _ work: @escaping @Sendable () async throws(Failure) -> Page) {
        self.edition = edition
        task = Task {
            do throws(Failure) {
                return .success(try await work())
            } catch {
                return .failure(error)
            }
        }
    }

    /// Counts one more who waits; false where it has been given up.
    func join() -> Bool {
        waiting.withLock { waiting in
            if waiting == 0 { return false }
            waiting += 1
            return true
        }
    }

    /// The page, for one of those who were counted; who is cancelled counts no more.
    ///
    /// It stays where it is called from until it waits, so that who is cancelled already is not counted by others.
    nonisolated(nonsending) func result() async -> Result<Page, Failure> {
        await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            leave()
        }
    }

    private func leave() {
        let isLast = waiting.withLock { waiting in
            waiting -= 1
            return waiting == 0
        }
        if isLast { task.cancel() }
    }
}
