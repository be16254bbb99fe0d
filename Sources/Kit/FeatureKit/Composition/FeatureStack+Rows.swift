import FHJSON

/// Finding rows in the features of a stack, and notifying the features that were opened about a row of a feature below
/// them.
extension FeatureStack {
    /// The row with this id in the topmost feature that has the row; nil if no feature has it.
    public func item(_ id: String) -> SourceRow? {
        for entry in entries.reversed() {
            if let row = entry.feature.item(id, in: entry.state) { return row }
        }
        return nil
    }

    /// The version of the row with this id, in the topmost feature that has the row and has not dropped its value.
    ///
    /// Nil if the source has not confirmed the row, or if no feature has the row and its value.
    public func version(of id: String) -> String? {
        for entry in entries.reversed() {
            if let row = entry.feature.followed(id, in: entry.state) { return row.version }
        }
        return nil
    }

    /// Returns the actions that update the features that were opened about a row of the feature with the key `emitter`.
    ///
    /// This function is called after the state of the feature `emitter` has changed.
    mutating func follow(_ emitter: String) -> [KeyedAction] {
        guard emitters.contains(emitter), let below = index(of: emitter) else { return [] }
        return entries.indices.dropFirst(below + 1).flatMap { place in
            entries[place].subject?.emitter == emitter ? follow(at: place) : []
        }
    }

    /// Returns the actions that tell a feature about a change of the row that the feature was opened about.
    ///
    /// Empty if the row is unchanged. `place` is the index of the feature.
    private mutating func follow(at place: Int) -> [KeyedAction] {
        guard let subject = entries[place].subject, let below = index(of: subject.emitter) else { return [] }
        let emitter = entries[below]
        let id = subject.row.id
        let isThere = emitter.feature.item(id, in: emitter.state) != nil
        let row = isThere ? emitter.feature.followed(id, in: emitter.state) : nil
        let key = entries[place].key
        let actions = change(key) { $0.follow(row, isThere: isThere) } ?? []
        return actions.map { KeyedAction(key: key, action: $0) }
    }

    /// Refuses an action about a row whose id now belongs to another row.
    ///
    /// - Parameter index: the index of the feature that receives the action. The feature that was opened about the row
    ///   is above this index.
    func checkRow(_ id: String, below index: Int) throws(ActionRefusal) {
        for entry in entries.dropFirst(index + 1) {
            guard let subject = entry.subject, subject.isLost, entry.opened.value["id"]?.stringValue == id,
                let below = self.index(of: subject.emitter),
                entries[below].feature.item(subject.row.id, in: entries[below].state) != nil
            else { continue }
            throw .gone([id], "target")
        }
    }

    // MARK: Holding

    /// Holds a feature whose output triggers an edit.
    ///
    /// Until ``answer(_:to:in:_:)`` delivers the result of the edit, the feature is not notified of changes of the row
    /// that it was opened about.
    ///
    /// - Parameters:
    ///   - key: the key of the feature that has emitted the output.
    ///   - action: the action that the output triggers in a feature below.
    /// - Returns: the action to be sent instead of `action`: it makes the same edit, and the receiver emits the result
    ///   of the edit as an output (``Feature/track(_:as:)``). Nil if `action` is not an edit.
    public mutating func hold(_ key: String, for action: KeyedAction) -> KeyedAction? {
        guard let tracked = feature(action.key)?.track(action.action, as: key) else { return nil }
        change(key) { $0.isHeld = true }
        return KeyedAction(key: action.key, action: tracked)
    }

    /// Delivers the answer to an output, and ends the holding of the feature that has emitted the output.
    ///
    /// - Parameters:
    ///   - answer: the answer.
    ///   - key: the key of the feature that has emitted the output.
    ///   - name: the child's name, as in ``Child/stack(_:state:action:onOutput:)``.
    ///   - embed: the case of the parent's action.
    /// - Returns: the effect to run and the outputs that the feature emits; nil if the feature doesn't exist.
    public mutating func answer<Action: Sendable>(
        _ answer: OutputAnswer, to key: String, in name: String,
        _ embed: @escaping @Sendable (KeyedAction) -> Action
    ) -> (effect: Effect<Action>, outputs: [Output])? {
        guard let place = index(of: key) else { return nil }
        change(key) { $0.isHeld = false }
        guard let action = entries[place].feature.take(answer, in: entries[place].state) else { return (.none, []) }
        var effect = reduce(KeyedAction(key: key, action: action))
        let outputs = effect.takeOutputs()
        func placed(_ effect: Effect<AnyAction>) -> Effect<Action> {
            effect.map { embed(KeyedAction(key: key, action: $0)) }.inChild(key).inChild(name)
        }
        // A feature that ends needs no update of its row.
        let isEnding = outputs.contains { $0.outcome == .unchanged }
        let news = isEnding ? [] : follow(at: place)
        return (.merge([placed(effect)] + news.map { placed(.send($0.action)) }), outputs)
    }

    /// The answer to an output, after the source has answered the edit that the output triggered.
    ///
    /// - Parameter failure: the failure of the edit; nil if the edit has succeeded.
    public static func answer(to failure: Failure?) -> OutputAnswer { OutputAnswer(failure) }
}
