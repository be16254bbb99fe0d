import FeatureKit
import Synchronization

/// A fetch of a page, shared by all tasks that wait for the page.
///
/// The fetch is cancelled when no task waits for it any more.
final class PagePull: Sendable {
    /// The edition of the rows that the page belongs to, as in ``PulledRows/edition``.
    let edition: Int
    private let task: Task<Result<Page, Failure>, Never>
    private let waiting = Mutex(1)

    /// Starts the fetch for one waiting task.
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

    /// Adds a waiting task; returns false if the fetch was cancelled.
    func join() -> Bool {
        waiting.withLock { waiting in
            if waiting == 0 { return false }
            waiting += 1
            return true
        }
    }

    /// Waits for the page as one of the waiting tasks; when the task is cancelled, it no longer counts as waiting.
    ///
    /// The call stays on the caller's executor until it waits, so that a task that is cancelled already stops counting
    /// immediately.
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
