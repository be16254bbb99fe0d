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
        let feature: AnyFeature
        var state: AnyState

        /// What a person reads as its name.
        public var title: String { feature.title }

        /// Makes an entry; the feature has not started yet.
        public init(key: String, route: String, feature: AnyFeature) {
            self.key = key
            self.route = route
            self.feature = feature
            state = feature.initialState
        }

        /// Whether it has changes that would be lost, and where below it.
        var unsavedChanges: [String]? { feature.unsavedChanges(in: state) }

        fileprivate mutating func forgetHints() { feature.forgetHints(in: &state) }

        /// Whether the keys and the states are the same.
        public static func == (a: Entry, b: Entry) -> Bool { a.key == b.key && a.state == b.state }
    }

    /// From the root to the top.
    public private(set) var entries: [Entry] = []

    /// An empty stack.
    public init() {}

    /// Puts a feature on top.
    public mutating func push(_ entry: Entry) {
        entries.append(entry)
    }

    /// Takes features off the top.
    ///
    /// - Returns: their keys, the top first.
    public mutating func removeLast(_ count: Int) -> [String] {
        defer { entries.removeLast(count) }
        return entries.suffix(count).reversed().map(\.key)
    }

    /// The place of a feature, from 0 for the root; nil if it is not there.
    public func index(of key: String) -> Int? {
        entries.firstIndex { $0.key == key }
    }

    /// The topmost of the last so many features that has unsaved changes, as `[key, …]`; nil if none has.
    public func unsavedChanges(inLast count: Int) -> [String]? {
        for entry in entries.suffix(count).reversed() {
            if let path = entry.unsavedChanges { return [entry.key] + path }
        }
        return nil
    }

    /// The action that a link stands for, sent to the feature with this key because of an output; if it is welcome now.
    public func action(
        of link: ActionLink, for output: Output, to key: String
    ) throws(ActionRefusal) -> KeyedAction {
        guard let index = index(of: key) else { throw .unavailable("gone") }
        let entry = entries[index]
        let action = try entry.feature.action(of: link, id: output.id, value: output.value, in: entry.state)
        return KeyedAction(key: key, action: action)
    }

    /// Runs an action of the feature with its key.
    mutating func reduce(_ action: KeyedAction) -> Effect<AnyAction> {
        guard let index = index(of: action.key) else { return .none }
        let feature = entries[index].feature
        return feature.reduce(into: &entries[index].state, action.action)
    }

    /// Lets each feature forget its hints.
    mutating func forgetHints() {
        for index in entries.indices { entries[index].forgetHints() }
    }

    mutating func visit(_ key: String, _ body: (inout AnyState) -> Void) {
        if let index = index(of: key) { body(&entries[index].state) }
    }
}
