import Synchronization

/// Copies of what a pattern found, made while nobody waits for them, so that a pattern which narrows it can begin there.
///
/// They end with whoever holds them, and so does their making.
final class Preparation: Sendable {
    private final class Made: Sendable {
        let lists = Mutex<[Shortlist]?>(nil)
    }

    private let made: Made
    private let task: Task<Void, Never>

    /// Begins to copy the rows that match a pattern.
    ///
    /// - Parameter parts: where they are, for each of some tasks, one behind the other.
    init(_ pattern: Pattern, _ parts: [[Piece]]) {
        let made = Made()
        self.made = made
        // Whoever asks for something comes first.
        task = Task.detached(priority: .utility) {
            let lists = try? await withThrowingTaskGroup(of: (Int, Shortlist).self) { group in
                for (number, pieces) in parts.enumerated() {
                    group.addTask { (number, try Self.list(pattern, pieces)) }
                }
                return try await group.reduce(into: [(Int, Shortlist)]()) { $0.append($1) }
            }
            guard let lists else { return }
            made.lists.withLock { $0 = lists.sorted { $0.0 < $1.0 }.map(\.1) }
        }
    }

    deinit {
        task.cancel()
    }

    /// The copies if they are there; if they aren't, they are no longer made.
    func take() -> [Shortlist]? {
        if let lists = made.lists.withLock({ $0 }) { return lists }
        task.cancel()
        return nil
    }

    /// Waits until they are there.
    func finish() async { await task.value }

    private static func list(_ pattern: Pattern, _ pieces: [Piece]) throws -> Shortlist {
        var list = Shortlist(texts: SearchIndex(weights: pieces.first?.index.weights ?? [1]))
        for piece in pieces {
            var scan = Scan(pattern, in: piece, keepsCells: true)
            while let found = scan.nextFound() {
                try Task.checkCancellation()
                list.append(copying: found, of: piece.index)
            }
        }
        return list
    }
}
