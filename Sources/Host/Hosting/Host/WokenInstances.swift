import Synchronization

/// The numbers of the instances with new deliveries of effects.
///
/// Numbers can be inserted from any thread.
final class WokenInstances: Sendable {
    private let numbers = Mutex<Set<Int>>([])
    private let isEmpty = Atomic<Bool>(true)

    func insert(_ number: Int) {
        numbers.withLock { _ = $0.insert(number) }
        isEmpty.store(false, ordering: .releasing)
    }

    func take() -> Set<Int> {
        // This code runs in every turn, and usually the set is empty.
        guard !isEmpty.exchange(true, ordering: .acquiringAndReleasing) else { return [] }
        return numbers.withLock { numbers in
            defer { numbers = [] }
            return numbers
        }
    }
}
