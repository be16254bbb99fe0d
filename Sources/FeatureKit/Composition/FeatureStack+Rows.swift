import JSON

/// Features on a stack that are about rows of features below them, and edit these.
extension FeatureStack {
    /// The row of this id in the topmost feature that has it.
    public func item(_ id: String) -> SourceRow? {
        for entry in entries.reversed() {
            if let row = entry.feature.item(id, in: entry.state) { return row }
        }
        return nil
    }

    /// The version of that row; nil where it is not confirmed as it is.
    public func version(of id: String) -> String? {
        for entry in entries.reversed() {
            if let row = entry.feature.followed(id, in: entry.state) { return row.version }
        }
        return nil
    }

    /// The actions by which features take over the rows that they are about, after the feature below that has emitted
    /// these has changed.
    mutating func follow(_ emitter: String) -> [KeyedAction] {
        guard emitters.contains(emitter), let below = index(of: emitter) else { return [] }
        return entries.indices.dropFirst(below + 1).flatMap { place in
            entries[place].subject?.emitter == emitter ? follow(at: place) : []
        }
    }

    /// The actions by which one feature takes over the row that it is about; none where that is as it knows it.
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

    /// Refuses what is about a row whose id another row has by now.
    ///
    /// - Parameter index: the place of the feature that gets the action: the one that is about the row stands above it.
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

    /// Holds a feature while an action that its output has brought is an edit which the feature below has not confirmed.
    ///
    /// - Parameters:
    ///   - key: the key of the feature that has offered the output.
    ///   - action: the action, to a feature below.
    /// - Returns: the action as it is to be sent; nil where it is no edit.
    public mutating func hold(_ key: String, for action: KeyedAction) -> KeyedAction? {
        guard let tracked = feature(action.key)?.track(action.action, as: key) else { return nil }
        change(key) { $0.isHeld = true }
        return KeyedAction(key: action.key, action: tracked)
    }

    /// Answers what a feature has offered, in the revision in which the answer is known.
    ///
    /// - Parameters:
    ///   - answer: what came of its output.
    ///   - key: its key.
    ///   - name: the child's name, as in ``Child/stack(_:state:action:onOutput:)``.
    ///   - embed: the case of the parent's action.
    /// - Returns: what is to be done about it, and what it emits; nil where it is not there.
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
        // What goes needs no news of its row.
        let isEnding = outputs.contains { $0.outcome == .unchanged }
        let news = isEnding ? [] : follow(at: place)
        return (.merge([placed(effect)] + news.map { placed(.send($0.action)) }), outputs)
    }

    /// The answer that the end of a tracked edit is.
    public static func answer(to failure: Failure?) -> OutputAnswer { OutputAnswer(failure) }
}
