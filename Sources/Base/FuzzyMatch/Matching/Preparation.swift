import Synchronization

/// Lists of a pattern's matches, which are created in the background.
///
/// The search for a later pattern that narrows this pattern starts from the lists. The creation of the lists is
/// cancelled when this object is released.
final class Preparation: Sendable {
    private final class Made: Sendable {
        let lists = Mutex<[Shortlist]?>(nil)
    }

    private let made: Made
    private let task: Task<Void, Never>

    /// Starts to list the rows that match a pattern.
    ///
    /// - Parameters:
    ///   - parts: the chunks for each task, in order.
    ///   - isCopying: true if the lists copy the texts; false if they share the texts of the chunks.
    init(_ pattern: Pattern, _ parts: [[Piece]], isCopying: Bool) {
        let made = Made()
        self.made = made
        // The priority is low, so that requests of the user run first.
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

    /// Returns the lists if they are complete; otherwise cancels their creation and returns nil.
    func take() -> [Shortlist]? {
        if let lists = made.lists.withLock({ $0 }) { return lists }
        task.cancel()
        return nil
    }

    /// Waits until the lists are complete or their creation was cancelled.
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
