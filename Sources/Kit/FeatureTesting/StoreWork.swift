import FeatureKit

/// Waits for the work of a store, whose results a test applies one after the other.
///
/// Not thread-safe: a test waits for one thing at a time.
package final class StoreWork {
    /// The function that the store's environment calls when work has ended.
    package let wake: @Sendable () -> Void
    private var wakes: AsyncStream<Void>.Iterator

    package init() {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        wakes = stream.makeAsyncIterator()
        wake = { continuation.yield() }
    }

    private func next() async {
        var iterator = wakes
        await iterator.next()
        wakes = iterator
    }

    /// Waits until the oldest work has ended, without applying its result.
    package func finishOldest(of store: any AnyStore) async {
        store.collect()
        while store.activity.oldestWork != nil, !store.activity.isOldestWorkComplete {
            await next()
            store.collect()
        }
    }

    /// Applies the result of the oldest work.
    ///
    /// - Returns: false if there is no work that could be waited for.
    package func deliverOldest(of store: any AnyStore) async -> Bool {
        await finishOldest(of: store)
        return store.activity.oldestWork.map { store.deliver(from: $0) } ?? false
    }

    /// Applies the next result of any work, while `isWanted` returns true.
    package func deliverAny(of store: any AnyStore, while isWanted: () -> Bool = { true }) async {
        while isWanted() {
            store.collect()
            let revision = store.revision
            store.deliver()
            if store.revision > revision { return }
            await next()
        }
    }
}
