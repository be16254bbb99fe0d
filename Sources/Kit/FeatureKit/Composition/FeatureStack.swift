import FHJSON

/// A stack of features; only the top one is shown.
///
/// A parent keeps the stack in its state, declares it with ``Child/stack(_:state:action:onOutput:)``, and starts each
/// feature that it pushes:
///
/// ```swift
/// state.stack.push(FeatureStack.Entry(key: key, route: "detail", feature: detail))
/// return state.stack.start(key, in: "path", Action.path)
/// ```
public struct FeatureStack: Sendable, Equatable {
    /// A feature on the stack.
    public struct Entry: Sendable, Equatable {
        /// The feature's key; unique for the lifetime of the instance.
        public let key: String
        /// The name of the route: the declaration by which the feature was pushed.
        public let route: String
        /// The opening params, including secrets; no snapshot contains them.
        public let opened: JSONText
        /// The feature.
        public let feature: AnyFeature
        var state: AnyState
        /// The opening params of the push, without the params that the route declares.
        private let asked: JSONText
        private let declared: JSONText
        /// The row that the feature was opened about; nil if it was opened about no row.
        var subject: Subject?
        /// True until the source has answered an edit that the feature's output has triggered.
        ///
        /// Meanwhile, the feature is not notified of changes of the row that it was opened about.
        var isHeld = false

        /// The row that the entry's feature was opened about, and the key of the feature that has this row.
        struct Subject: Sendable {
            /// The key of the feature that has the row; usually, the feature has emitted the row as an output.
            let emitter: String
            /// The row as last passed to the feature of this entry.
            var row: FollowedRow
            /// The opening params except the params of the row.
            let rest: JSONText
            /// True after the row was removed, until a row with the same id and the same value exists again.
            ///
            /// Meanwhile, another row may have the same id.
            var isLost = false
            /// The value of `isLost` of which the feature was last notified.
            var isToldLost = false
        }

        /// The title shown to users.
        public var title: String { feature.title }

        /// Makes an entry; the feature is not started yet.
        ///
        /// - Parameters:
        ///   - key: the key.
        ///   - route: the name of the route.
        ///   - feature: the feature.
        ///   - declared: the opening params that the route declares.
        ///   - asked: the opening params of the push, which are merged over the declared ones.
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

        /// Searches the features below, the nearest first, for the row that this feature was opened about.
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

        /// Records a change, the loss or the return of the row that the feature was opened about.
        ///
        /// - Parameters:
        ///   - row: the row; nil if its value is unknown now.
        ///   - isThere: true if a row with the id of the feature's row exists.
        /// - Returns: the actions that notify the feature.
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

        /// Makes the feature wait for the answers to its outputs, if the feature supports waiting.
        public mutating func awaitAnswers() { feature.awaitAnswers(in: &state) }

        /// The path from the entry's feature to unsaved changes; nil if there are none.
        var unsavedChanges: [String]? { feature.unsavedChanges(in: state) }

        /// True while the feature has a write in progress that must not be lost.
        var isSaving: Bool { feature.isSaving(state) }

        fileprivate mutating func forgetHints() { feature.forgetHints(in: &state) }

        /// True if both entries have equal keys and states, and equal information on the loss of their rows.
        public static func == (a: Entry, b: Entry) -> Bool {
            a.key == b.key && a.subject?.isLost == b.subject?.isLost && a.state == b.state
        }
    }

    /// The features on the stack, from the root to the top.
    public private(set) var entries: [Entry] = []
    /// The index of each entry by its key, so that a lookup in a deep stack takes constant time.
    private var places: [String: Int] = [:]
    /// The keys of the entries that can have change hints, the parts of a state that describe only the newest revision.
    ///
    /// These are the entries that were pushed, reduced or visited since change hints were last cleared.
    private var touched: Set<String> = []
    /// The keys of the entries with a row that an entry above was opened about.
    private(set) var emitters: Set<String> = []
    /// Features that were set aside: they continue to run without being shown, and can be pushed again.
    public private(set) var aside: [Entry] = []

    /// Makes an empty stack.
    public init() {}

    /// Pushes a feature.
    ///
    /// A feature that is opened about a row of a feature below is notified of changes of this row.
    public mutating func push(_ entry: Entry) {
        var entry = entry
        entry.find(in: entries)
        if let subject = entry.subject { emitters.insert(subject.emitter) }
        places[entry.key] = entries.count
        touched.insert(entry.key)
        entries.append(entry)
    }

    /// Pops features.
    ///
    /// - Returns: the keys of the popped features, from the top down.
    public mutating func removeLast(_ count: Int) -> [String] {
        let keys = entries.suffix(count).reversed().map(\.key)
        entries.removeLast(count)
        for key in keys {
            places[key] = nil
            touched.remove(key)
        }
        return keys
    }

    /// Pops the top feature and sets it aside.
    public mutating func setAside() {
        guard let top = entries.popLast() else { return }
        places[top.key] = nil
        aside.append(top)
    }

    /// Pushes the feature with this key that was set aside; does nothing if there is no such feature.
    public mutating func bringBack(_ key: String) {
        guard let index = asideIndex(of: key) else { return }
        places[key] = entries.count
        entries.append(aside.remove(at: index))
    }

    /// Removes features that were set aside.
    ///
    /// - Parameter keys: the keys to remove; nil for all.
    /// - Returns: the keys of the removed features.
    public mutating func removeAside(_ keys: Set<String>? = nil) -> [String] {
        let gone = aside.map(\.key).filter { keys?.contains($0) ?? true }
        aside.removeAll { gone.contains($0.key) }
        return gone
    }

    /// The index of a feature, 0 for the root; nil if it is not on the stack.
    public func index(of key: String) -> Int? { places[key] }

    /// The feature with this key, on the stack or set aside; nil if there is none.
    func feature(_ key: String) -> AnyFeature? {
        index(of: key).map { entries[$0].feature } ?? asideIndex(of: key).map { aside[$0].feature }
    }

    /// The path to the first unsaved changes, as `[key, …]`; nil if there are none.
    ///
    /// The stack is searched from the top down, and then the features that were set aside.
    public var unsavedChanges: [String]? {
        unsavedChanges(inLast: entries.count) ?? Self.unsavedChanges(in: aside[...])
    }

    /// The path to the first unsaved changes in the top `count` features, as `[key, …]`; nil if there are none.
    ///
    /// The features are searched from the top down.
    public func unsavedChanges(inLast count: Int) -> [String]? {
        Self.unsavedChanges(in: entries.suffix(count))
    }

    private static func unsavedChanges(in entries: ArraySlice<Entry>) -> [String]? {
        for entry in entries.reversed() {
            if let path = entry.unsavedChanges { return [entry.key] + path }
        }
        return nil
    }

    /// Returns the action that a link declares for an output, to be sent to the feature with this key.
    ///
    /// - Parameters:
    ///   - link: the action.
    ///   - output: the output that triggers the action.
    ///   - id: the id of the row that the emitting feature was opened about; nil if it was opened about no row.
    ///   - key: the key of the feature that receives the action.
    /// - Throws: the reason why the action is refused now.
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

    /// Returns the action by which the top feature emits its marked rows or, if no row is marked, its active row.
    ///
    /// - Parameter names: the possible names of the action; the first one that the feature has is used.
    /// - Returns: the action; nil if the feature has none of the names.
    /// - Throws: the reason why the action is refused now.
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
            // The params are invalid only because the action needs exactly one row.
            guard case .invalidParams = error else { throw error }
            if items == nil {
                throw .unavailable("noTarget", detail: "no row is active for \(name); send setActive first")
            }
            throw .unavailable("severalRows", detail: "\(name) is about one row, and several are marked")
        }
    }

    /// Returns the action `name`, without params, of the top feature.
    ///
    /// - Returns: nil if the feature doesn't have the action, or refuses it now.
    public func welcomed(_ name: String) -> KeyedAction? {
        guard let top = entries.last, top.feature.actionNames.contains(name),
            let action = try? top.feature.action(of: ActionLink(name), for: LinkOccasion(ids: []), in: top.state)
        else { return nil }
        return KeyedAction(key: top.key, action: action)
    }

    /// Reduces an action in the feature with the action's key.
    mutating func reduce(_ action: KeyedAction) -> Effect<AnyAction> {
        touched.insert(action.key)
        return change(action.key) { $0.feature.reduce(into: &$0.state, action.action) } ?? .none
    }

    /// Changes the entry with this key, on the stack or set aside; returns nil if there is none.
    @discardableResult
    mutating func change<Result>(_ key: String, _ body: (inout Entry) -> Result) -> Result? {
        if let index = index(of: key) { return body(&entries[index]) }
        return asideIndex(of: key).map { body(&aside[$0]) }
    }

    private func asideIndex(of key: String) -> Int? { aside.firstIndex { $0.key == key } }

    /// Clears the change hints of all entries that can have such hints.
    mutating func forgetHints() {
        for key in touched { change(key) { $0.forgetHints() } }
        touched.removeAll(keepingCapacity: true)
    }

    mutating func visit(_ key: String, _ body: (inout AnyState) -> Void) {
        touched.insert(key)
        change(key) { body(&$0.state) }
    }

    /// True if the entries on the stack are equal, and the features that were set aside are equal too.
    public static func == (a: FeatureStack, b: FeatureStack) -> Bool { a.entries == b.entries && a.aside == b.aside }
}

extension FeatureStack: CustomReflectable {
    /// A mirror of the values that `==` compares: the entries on the stack, and the entries that were set aside.
    public var customMirror: Mirror {
        Mirror(self, children: ["entries": entries, "aside": aside], displayStyle: .struct)
    }
}
