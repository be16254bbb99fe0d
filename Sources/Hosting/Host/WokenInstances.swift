import Synchronization

/// The instances whose effects have delivered something, noted from any thread.
final class WokenInstances: Sendable {
    private let numbers = Mutex<Set<Int>>([])
    private let isEmpty = Atomic<Bool>(true)

    func insert(_ number: Int) {
        numbers.withLock { _ = $0.insert(number) }
        isEmpty.store(false, ordering: .releasing)
    }

    func take() -> Set<Int> {
        // Asked in every turn: mostly there is nothing.
        guard !isEmpty.exchange(true, ordering: .acquiringAndReleasing) else { return [] }
        return numbers.withLock { numbers in
            defer { numbers = [] }
            return numbers
        }
    }
}
