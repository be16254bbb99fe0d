import Synchronization

/// Lists of what a pattern found, made while nobody waits for them, so that a pattern which narrows it can begin there.
///
/// They end with whoever holds them, and so does their making.
final class Preparation: Sendable {
    private final class Made: Sendable {
        let lists = Mutex<[Shortlist]?>(nil)
    }

    private let made: Made
    private let task: Task<Void, Never>

    /// Begins to list the rows that match a pattern.
    ///
    /// - Parameters:
    ///   - parts: where they are, for each of some tasks, one behind the other.
    ///   - isCopying: whether the lists have copies of the texts, or those that the pieces are over.
    init(_ pattern: Pattern, _ parts: [[Piece]], isCopying: Bool) {
        let made = Made()
        self.made = made
        // Whoever asks for something comes first.
        task = Task.detached(priority: .utility) {
            let lists = try? await withThrowingTaskGroup(of: (Int, [Shortlist]).self) { group in
                for (number, pieces) in parts.enumerated() {
                    group.addTask { (number, try Self.lists(pattern, pieces, isCopying: isCopying)) }
                }
                return try await group.reduce(into: [(Int, [Shortlist])]()) { $0.append($1) }
            }
            guard let lists else { return }
            made.lists.withLock { $0 = lists.sorted { $0.0 < $1.0 }.flatMap(\.1) }
        }
    }

    deinit {
        task.cancel()
    }

    /// The lists if they are there; if they aren't, they are no longer made.
    func take() -> [Shortlist]? {
        if let lists = made.lists.withLock({ $0 }) { return lists }
        task.cancel()
        return nil
    }

    /// Waits until they are there.
    func finish() async { await task.value }

    private static func lists(_ pattern: Pattern, _ pieces: [Piece], isCopying: Bool) throws -> [Shortlist] {
        var lists: [Shortlist] = []
        for piece in pieces {
            if lists.isEmpty || !isCopying {
                lists.append(
                    Shortlist(
                        texts: isCopying ? SearchIndex(weights: piece.index.weights) : piece.index,
                        knownUnits: pattern.units.count))
            }
            var scan = Scan(pattern, in: piece, keeping: .cells)
            while let found = scan.nextFound() {
                try Cores.giveWay()
                if isCopying {
                    lists[lists.count - 1].append(copying: found, of: piece.index)
                } else {
                    lists[lists.count - 1].append(found)
                }
            }
        }
        return lists
    }
}
