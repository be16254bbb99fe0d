import DequeModule

/// What effects bring to a store.
extension Store {
    /// Fetches what effects have delivered.
    ///
    /// An effect whose end has come too ends with its last action, so that one snapshot shows both.
    public func collect() {
        for message in effects.inbox.fetch() {
            if effects.isHeld, effects.isWatch(message.effect) {
                // One stands for all that a watch tells of meanwhile.
                heldNotices[message.effect] = message
            } else if case .ended = message.content,
                let last = held.lastIndex(where: { $0.effect == message.effect }),
                case .action(let action) = held[last].content
            {
                held[last].content = .last(action)
            } else {
                held.append(message)
            }
        }
    }

    /// Lets a feature that nobody looks at start nothing by itself, until somebody does.
    public func setWatched(_ isWatched: Bool) {
        if isWatched != effects.isHeld { return }
        if !isWatched { return effects.hold() }
        held.append(contentsOf: heldNotices.sorted { $0.key < $1.key }.map(\.value).filter { runs($0.effect) })
        heldNotices = [:]
        turn { effects.release() }
        if !held.isEmpty { effects.environment.wake() }
    }

    /// Applies what effects have delivered.
    public func deliver() {
        collect()
        let messages = held
        held = []
        turn {}
        for message in messages { receive(message) }
    }

    /// Goes on with a turn that was cut short.
    public func resume() -> Bool {
        if queuedCount == 0 { return false }
        turn {}
        return true
    }

    /// Applies one action of an effect.
    public func deliver(from effect: Int) -> Bool {
        guard let index = held.firstIndex(where: { $0.effect == effect }) else { return false }
        receive(held.remove(at: index))
        return true
    }

    /// What is fetched and to be applied.
    public var deliveries: [Delivered] {
        held.map { Delivered(effect: $0.effect, isEnd: $0.isEnd, hasContent: $0.content.isDelivery) }
    }

    /// Whether an effect runs.
    public func runs(_ effect: Int) -> Bool { effects.running[effect] != nil }

    /// Counts it.
    public func noteDropped(_ effect: Int) { effects.noteDropped(from: effect) }

    /// Applies just this.
    public func deliver(exactly delivered: Delivered) -> Bool {
        held.append(contentsOf: effects.inbox.fetch())
        guard let index = held.firstIndex(where: { $0.effect == delivered.effect }) else { return false }
        if delivered.isEnd, case .action(let action) = held[index].content {
            // The effect's end had come before this was applied.
            guard let end = held[(index + 1)...].firstIndex(where: { $0.effect == delivered.effect }),
                case .ended = held[end].content
            else { return false }
            held.remove(at: end)
            held[index].content = .last(action)
        }
        receive(held.remove(at: index))
        return true
    }

    private func receive(_ message: EffectMessage) {
        turn {
            if case .ended(let effect) = effects.receive(message.content, from: message.effect) {
                effect.ended()
                if queuedCount == 0 {
                    revise(Cause(action: "effectEnded", path: effect.context.path, origin: .effect)) { nil }
                }
            }
        }
    }

    /// What runs now.
    public var activity: StoreActivity {
        let oldest = effects.running.values.filter(\.isForegroundWork).map(\.sequence).min()
        return StoreActivity(
            oldestWork: oldest,
            isOldestWorkComplete: held.contains { $0.effect == oldest && $0.isEnd },
            oldestBackgroundDelivery: held.map(\.effect).filter { effects.running[$0]?.isForegroundWork != true }.min(),
            count: effects.running.count, droppedCount: effects.droppedCount)
    }

    /// What is at this path now; nil if there is nothing.
    public func place(at path: [String]) -> AnyObject? {
        if path.isEmpty { return root }
        return cursor?.place.path == path ? cursor?.place : root.descendant(at: path[...], in: &state)
    }

    /// Cancels everything.
    public func close() {
        isClosed = true
        queue = []
        queuedCount = 0
        held = []
        effects.cancelAll()
        onRevision = {}
        onOutput = nil
        observer = nil
    }
}

extension Inbox.Message {
    /// Whether the effect has come to its end with it.
    var isEnd: Bool { content.isEnd }
}
