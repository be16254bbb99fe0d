import DequeModule

/// The deliveries of effects to a store.
extension Store {
    /// Receives the deliveries of effects.
    ///
    /// If the end of an effect has arrived too, the effect ends with its last action, so that one snapshot shows both
    /// the action and the end.
    public func collect() {
        for message in effects.inbox.fetch() {
            if effects.isHeld, effects.isWatch(message.effect) {
                // While no client observes the feature, the newest event of a subscription replaces the earlier ones.
                heldNotices[message.effect] = message
            } else if case .ended = message.content,
                let last = held.lastIndex(where: { $0.effect == message.effect }),
                case .action(let action) = held[last].content
            {
                held[last].content = .last(action)
            } else {
                held.add(message)
            }
        }
    }

    /// Holds back lifetime tasks and the events of subscriptions while no client observes the feature.
    public func setWatched(_ isWatched: Bool) {
        if isWatched != effects.isHeld { return }
        if !isWatched { return effects.hold() }
        held.append(contentsOf: heldNotices.sorted { $0.key < $1.key }.map(\.value).filter { runs($0.effect) })
        heldNotices = [:]
        turn { effects.release() }
        if !held.isEmpty { effects.environment.wake() }
    }

    /// Applies the deliveries of effects.
    public func deliver() {
        collect()
        let messages = held
        held = []
        turn {}
        for message in messages { receive(message) }
    }

    /// Applies the queued actions that exceeded the limit of the previous turn; returns false if no action was queued.
    public func resume() -> Bool {
        if queuedCount == 0 { return false }
        turn {}
        return true
    }

    /// Applies the next delivery of the effect with this sequence number.
    public func deliver(from effect: Int) -> Bool {
        guard let index = held.firstIndex(where: { $0.effect == effect }) else { return false }
        receive(held.remove(at: index))
        return true
    }

    /// The deliveries that were received and are not applied yet.
    public var deliveries: [Delivered] {
        held.map {
            Delivered(
                effect: $0.effect, isEnd: $0.isEnd, hasContent: $0.content.isDelivery, progress: $0.content.progress)
        }
    }

    /// True if the effect with this sequence number is running.
    public func runs(_ effect: Int) -> Bool { effects.running[effect] != nil }

    /// Counts a delivery that was dropped.
    public func noteDropped(_ effect: Int) { effects.noteDropped(from: effect) }

    /// Applies exactly this delivery of an effect.
    public func deliver(exactly delivered: Delivered) -> Bool {
        held.append(contentsOf: effects.inbox.fetch())
        guard let index = held.firstIndex(where: { $0.effect == delivered.effect }) else { return false }
        if delivered.isEnd, case .action(let action) = held[index].content {
            // When this delivery was recorded, the effect's end had already arrived.
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

    /// The running effects.
    public var activity: StoreActivity {
        let oldest = effects.running.values.filter(\.isForegroundWork).map(\.sequence).min()
        return StoreActivity(
            oldestWork: oldest,
            isOldestWorkComplete: held.contains { $0.effect == oldest && $0.isEnd },
            oldestBackgroundDelivery: held.map(\.effect).filter { effects.running[$0]?.isForegroundWork != true }.min(),
            count: effects.running.count, droppedCount: effects.counts.dropped)
    }

    /// The names of the actions that the feature at this path declares; empty if there is no feature.
    public func actionNames(at path: [String]) -> [String] {
        let node = path.isEmpty ? root : root.descendant(at: path[...], in: &state)
        return node?.actionNames ?? []
    }

    /// The identity of the feature at this path; nil if there is none.
    public func place(at path: [String]) -> AnyObject? {
        path.isEmpty ? root : root.descendant(at: path[...], in: &state)
    }

    /// Cancels all effects and removes all handlers.
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
    /// True if the message ends the effect.
    var isEnd: Bool { content.isEnd }
}
