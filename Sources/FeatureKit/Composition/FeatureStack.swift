import JSON

/// Features on top of each other, of which the last is shown.
///
/// A parent keeps one in its state, names it as ``Child/stack(_:state:action:onOutput:)``, and starts what it pushes.
public struct FeatureStack: Sendable, Equatable {
    /// One of the features.
    public struct Entry: Sendable, Equatable {
        /// Its name; never used twice in an instance.
        public let key: String
        /// The name that it was pushed by.
        public let route: String
        /// What it was opened with, secrets too: no snapshot shows it.
        public let opened: JSONText
        /// The feature.
        public let feature: AnyFeature
        var state: AnyState
        /// What it was opened with but for what is declared.
        private let asked: JSONText
        private let declared: JSONText
        /// The row that it is about; nil where it is about none.
        var subject: Subject?
        /// Whether an edit that its output has begun is not confirmed yet: meanwhile the row below is no news to it.
        var isHeld = false

        /// A row that a feature below has emitted.
        struct Subject: Sendable {
            /// The key of that feature.
            let emitter: String
            /// The row as the feature about it was last told of it.
            var row: FollowedRow
            /// The params that are not the row's.
            let rest: JSONText
            /// True if the row was gone, and has not come back as it was: another row may have its id by then.
            var isLost = false
            /// Whether the feature was told last that the row is gone.
            var isToldLost = false
        }

        /// What a person reads as its name.
        public var title: String { feature.title }

        /// Makes an entry; the feature has not started yet.
        ///
        /// - Parameters:
        ///   - key: its name.
        ///   - route: the name that it is pushed by.
        ///   - feature: the feature.
        ///   - declared: what the route declares that it is opened with.
        ///   - asked: what it is opened with, over what is declared.
        public init(
            key: String, route: String, feature: AnyFeature, declared: JSONText = .emptyObject,
            asked: JSONText = .emptyObject
        ) {
            self.key = key
            self.route = route
            self.declared = declared
            self.asked = asked
            opened = declared.value.merged(with: asked.value)
            self.feature = feature
            state = feature.initialState
        }

        /// Finds the row that it is about in one of the features below, the nearest first.
        fileprivate mutating func find(in entries: [Entry]) {
            if asked == .emptyObject { return }
            let params = asked.value
            for entry in entries.reversed() {
                guard let about = RowParams(params, item: { entry.feature.item($0, in: entry.state) }) else { continue }
                guard let row = entry.feature.followed(about.row.id, in: entry.state) else { continue }
                subject = Subject(emitter: entry.key, row: row, rest: about.rest)
                return
            }
        }

        /// Passes on a row that has changed, or is gone.
        ///
        /// - Parameters:
        ///   - row: the row; nil where its value is not known now.
        ///   - isThere: whether there is a row of its id.
        /// - Returns: the actions by which the feature takes that over.
        mutating func follow(_ row: FollowedRow?, isThere: Bool) -> [AnyAction] {
            guard var subject else { return [] }
            defer { self.subject = subject }
            if !isThere {
                subject.isLost = true
            } else if subject.isLost, row?.row.value == subject.row.row.value {
                subject.isLost = false
            }
            if isHeld { return [] }
            var actions: [AnyAction?] = []
            if subject.isLost != subject.isToldLost {
                subject.isToldLost = subject.isLost
                actions.append(feature.noteRow(isGone: subject.isLost, in: state))
            }
            if let row, row != subject.row, !subject.isLost {
                subject.row = row
                let params = declared.value.merged(with: row.params.value).value.merged(with: subject.rest.value)
                actions.append(feature.follow(params.value, in: state))
            }
            return actions.compactMap(\.self)
        }

        /// Lets it wait for the answers to its outputs, where it can.
        public mutating func awaitAnswers() { feature.awaitAnswers(in: &state) }

        /// Whether it has changes that would be lost, and where below it.
        var unsavedChanges: [String]? { feature.unsavedChanges(in: state) }

        /// Whether it has something to save.
        var isSaving: Bool { feature.isSaving(state) }

        fileprivate mutating func forgetHints() { feature.forgetHints(in: &state) }

        /// Whether the keys and the states are the same.
        public static func == (a: Entry, b: Entry) -> Bool {
            a.key == b.key && a.subject?.isLost == b.subject?.isLost && a.state == b.state
        }
    }

    /// From the root to the top.
    public private(set) var entries: [Entry] = []
    /// Where each stands, so that a deep stack is no slower than a shallow one.
    private var places: [String: Int] = [:]
    /// Those that may have hints: what has run in all others since they forgot theirs is nothing.
    private var touched: Set<String> = []
    /// Those below that have emitted a row which one above is about.
    private(set) var emitters: Set<String> = []
    /// Features that were set aside: they live on unseen, and can come back.
    public private(set) var aside: [Entry] = []

    /// An empty stack.
    public init() {}

    /// Puts a feature on top.
    ///
    /// One that is opened about a row of a feature below follows that row.
    public mutating func push(_ entry: Entry) {
        var entry = entry
        entry.find(in: entries)
        if let subject = entry.subject { emitters.insert(subject.emitter) }
        places[entry.key] = entries.count
        touched.insert(entry.key)
        entries.append(entry)
    }

    /// Takes features off the top.
    ///
    /// - Returns: their keys, the top first.
    public mutating func removeLast(_ count: Int) -> [String] {
        let keys = entries.suffix(count).reversed().map(\.key)
        entries.removeLast(count)
        for key in keys {
            places[key] = nil
            touched.remove(key)
        }
        return keys
    }

    /// Takes the top off and sets it aside.
    public mutating func setAside() {
        guard let top = entries.popLast() else { return }
        places[top.key] = nil
        aside.append(top)
    }

    /// Puts a feature that was set aside on top again; without effect where it is none.
    public mutating func bringBack(_ key: String) {
        guard let index = asideIndex(of: key) else { return }
        places[key] = entries.count
        entries.append(aside.remove(at: index))
    }

    /// Gives up what was set aside.
    ///
    /// - Parameter keys: which of it; all where it is nil.
    /// - Returns: the keys of what is gone.
    public mutating func removeAside(_ keys: Set<String>? = nil) -> [String] {
        let gone = aside.map(\.key).filter { keys?.contains($0) ?? true }
        aside.removeAll { gone.contains($0.key) }
        return gone
    }

    /// The place of a feature, from 0 for the root; nil if it is not there.
    public func index(of key: String) -> Int? { places[key] }

    /// The feature with this key, also where it is set aside; nil if it is not there.
    func feature(_ key: String) -> AnyFeature? {
        index(of: key).map { entries[$0].feature } ?? asideIndex(of: key).map { aside[$0].feature }
    }

    /// The first feature that has unsaved changes, from the top on and then among those set aside, as `[key, …]`; nil
    /// if none has.
    public var unsavedChanges: [String]? {
        unsavedChanges(inLast: entries.count) ?? Self.unsavedChanges(in: aside[...])
    }

    /// The topmost of the last so many features that has unsaved changes, as `[key, …]`; nil if none has.
    public func unsavedChanges(inLast count: Int) -> [String]? {
        Self.unsavedChanges(in: entries.suffix(count))
    }

    private static func unsavedChanges(in entries: ArraySlice<Entry>) -> [String]? {
        for entry in entries.reversed() {
            if let path = entry.unsavedChanges { return [entry.key] + path }
        }
        return nil
    }

    /// The action that a link stands for, sent to the feature with this key because of an output; if it is welcome now.
    ///
    /// - Parameters:
    ///   - link: the action.
    ///   - output: what it is sent for.
    ///   - id: the id of the row that the feature with the output was opened about; nil where it is about none.
    ///   - key: the key of the feature that gets the action.
    public func action(
        of link: ActionLink, for output: Output, about id: String? = nil, to key: String
    ) throws(ActionRefusal) -> KeyedAction {
        guard let index = index(of: key) else {
            throw .unavailable("gone", detail: "the stack has no entry \(key), or not any more")
        }
        if let id { try checkRow(id, below: index) }
        let entry = entries[index]
        let occasion = LinkOccasion(
            ids: id.map { [$0] } ?? output.ids, value: output.value, version: output.version, hasOwnRows: false)
        let action = try entry.feature.action(of: link, for: occasion, in: entry.state)
        return KeyedAction(key: key, action: action)
    }

    /// The action by which the top hands on what it holds, about the rows that are marked, or else the active row.
    ///
    /// - Parameter names: its possible names, the first that the feature has counts.
    /// - Returns: nil where it has none of them.
    /// - Throws: why it is refused now.
    public func handingOn(by names: [String]) throws(ActionRefusal) -> KeyedAction? {
        guard let top = entries.last,
            let name = names.first(where: { top.feature.actionNames.contains($0) })
        else { return nil }
        let items = try top.feature.targetedItems(in: top.state)
        do {
            let occasion = LinkOccasion(ids: items?.ids ?? [], except: items?.except)
            let action = try top.feature.action(of: ActionLink(name), for: occasion, in: top.state)
            return KeyedAction(key: top.key, action: action)
        } catch {
            // All that it lacks is the row.
            guard case .invalidParams = error else { throw error }
            if items == nil {
                throw .unavailable("noTarget", detail: "no row is active for \(name); send setActive first")
            }
            throw .unavailable("severalRows", detail: "\(name) is about one row, and several are marked")
        }
    }

    /// An action of the top without params; nil where the top has none of that name, or refuses it now.
    public func welcomed(_ name: String) -> KeyedAction? {
        guard let top = entries.last, top.feature.actionNames.contains(name),
            let action = try? top.feature.action(of: ActionLink(name), for: LinkOccasion(ids: []), in: top.state)
        else { return nil }
        return KeyedAction(key: top.key, action: action)
    }

    /// Runs an action of the feature with its key.
    mutating func reduce(_ action: KeyedAction) -> Effect<AnyAction> {
        touched.insert(action.key)
        return change(action.key) { $0.feature.reduce(into: &$0.state, action.action) } ?? .none
    }

    /// Changes the entry with a key where it is, on the stack or aside; nil if it is nowhere.
    @discardableResult
    mutating func change<Result>(_ key: String, _ body: (inout Entry) -> Result) -> Result? {
        if let index = index(of: key) { return body(&entries[index]) }
        return asideIndex(of: key).map { body(&aside[$0]) }
    }

    private func asideIndex(of key: String) -> Int? { aside.firstIndex { $0.key == key } }

    /// Lets each feature forget its hints.
    mutating func forgetHints() {
        for key in touched { change(key) { $0.forgetHints() } }
        touched.removeAll(keepingCapacity: true)
    }

    mutating func visit(_ key: String, _ body: (inout AnyState) -> Void) {
        touched.insert(key)
        change(key) { body(&$0.state) }
    }

    /// Whether the same features with the same states stand on each other and aside.
    public static func == (a: FeatureStack, b: FeatureStack) -> Bool { a.entries == b.entries && a.aside == b.aside }
}

extension FeatureStack: CustomReflectable {
    /// The features, as far as they are compared.
    public var customMirror: Mirror {
        Mirror(self, children: ["entries": entries, "aside": aside], displayStyle: .struct)
    }
}
