import FHJSON

/// A feature on the screen: an instance, or a child of it, at one revision.
public struct Node {
    /// The session of the feature, by which actions are sent.
    public let session: Session
    /// The state at this revision.
    public let snapshot: Snapshot
    /// The steps of the flow that shows this feature; an empty object if no flow shows it.
    public var step: JSONValue = .emptyObject

    /// Creates the node of a snapshot.
    public init(_ session: Session, _ snapshot: Snapshot) {
        self.session = session
        self.snapshot = snapshot
    }

    /// A name that stays the same as long as the screen shows the same feature at the same place.
    public var identity: String {
        ([snapshot.instance] + snapshot.path + [snapshot.feature, snapshot.kind]).joined(separator: "\u{1F}")
    }

    /// The state in the snapshot.
    public var state: JSONValue { snapshot.state }
    /// The kind of the feature.
    public var kind: String { snapshot.kind }
    /// The title for users.
    public var title: String {
        let title = state.text("title")
        return title.isEmpty ? session.catalog.title(snapshot.feature) : title
    }

    /// The reason why the feature's row can't be changed; empty if it can, or if the feature is not about a row.
    ///
    /// The row is the one for which the feature was presented, or pushed on the stack of a flow.
    public var readOnlyReason: String {
        let path = snapshot.path
        guard let root = session.node(snapshot.instance), let last = path.last else { return "" }
        if last == "presentation" {
            let presenter = root.child(Array(path.dropLast()))
            return presenter?.snapshot.json.object("presentation").object("reason").text("text") ?? ""
        }
        guard path.count > 1, path[path.count - 2] == "stack" else { return "" }
        let flow = root.child(Array(path.dropLast(2)))
        let entry = flow?.state.objects("stack").first { isSameText($0.text("key"), last) }
        return entry?.object("reason").text("text") ?? ""
    }

    // MARK: Actions

    /// Returns true if the feature has an action.
    ///
    /// A feature that the catalog lacks is assumed to have every action.
    public func has(_ action: String) -> Bool {
        guard let entry = session.catalog[snapshot.feature] else { return true }
        return entry.action(action) != nil
    }

    /// Returns true if an action has a param `value`.
    public func takesValue(_ action: String) -> Bool {
        session.catalog[snapshot.feature]?.action(action)?.object("params").object("properties")["value"] != nil
    }

    /// Returns true if the host would perform an action now.
    public func can(_ action: String) -> Bool { refusal(of: action) == nil }

    /// Returns the reason, for users, why an action would be refused now; nil if the host would perform it.
    public func refusal(of action: String) -> String? {
        guard has(action) else { return "it is not offered here" }
        return snapshot.reason(against: action).map(session.words(for:))
    }

    /// Sends an action to the feature.
    ///
    /// - Parameters:
    ///   - title: the title of the pressed button or key, with which the message about a refusal begins; nil if the
    ///     message begins with the name of the action.
    ///   - isQuiet: true if a refusal is not shown to the user.
    ///   - params: writes the members of the params.
    ///   - done: called with the revision that the action made; with nil if it was refused or the host has ended.
    public func send(
        _ action: String, title: String? = nil, isQuiet: Bool = false, _ params: Params? = nil,
        done: ((Int?) -> Void)? = nil
    ) {
        session.send(
            Session.Sent(instance: snapshot.instance, path: snapshot.path, action: action, params: Params.text(params)),
            title: title, isQuiet: isQuiet, done: done)
    }

    /// Sends an action with a text that the user types, in the order of the typed keys.
    ///
    /// Keys that move wait for the answers to earlier requests, and the action waits for these keys.
    ///
    /// - Parameter done: called as by ``send(_:title:isQuiet:_:done:)``.
    public func sendTyped(_ action: String, title: String, _ params: Params? = nil, done: @escaping (Int?) -> Void) {
        session.sendAfterWork(
            Session.Sent(instance: snapshot.instance, path: snapshot.path, action: action, params: Params.text(params)),
            title: title, done: done)
    }

    // MARK: Parts

    /// Returns the child at a path; nil if there is none.
    public func child(_ path: [String]) -> Node? { snapshot.child(path).map { Node(session, $0) } }

    /// The same feature at the newest revision; this node if the feature is gone.
    public var newest: Node {
        var node = session.node(snapshot.instance)?.child(snapshot.path) ?? self
        node.step = step
        return node
    }

    /// The child that a flow shows; nil if it shows none.
    public var top: Node? {
        guard let key = state.objects("stack").last?["key"]?.stringValue else { return nil }
        var child = child(["stack", key])
        child?.step = state.object("steps")
        return child
    }

    /// The feature that is presented over this one; nil if there is none.
    public var presented: Node? { child(["presentation"]) }

    /// This feature and the features that are drawn within it; each feature follows the features within it.
    public var parts: [Node] {
        let arranged = (arrangement?.leaves ?? []).compactMap { $0.name.flatMap(pane) }
        let children = layout.filter { $0.type == "child" }.compactMap { child($0.path) } + arranged
        return ([top].compactMap { $0 } + children).flatMap(\.parts) + [self]
    }

    /// True if a form in this feature or presented over it was changed, or a step of a flow was answered.
    public var hasUnsavedChanges: Bool {
        parts.contains { part in
            if part.kind == "form", part.state.isTrue("isDirty") { return true }
            if part.kind == "flow", part.state.text("status") == "active",
                part.state.object("steps").object("answers").count > 0
            {
                return true
            }
            return part.presented?.hasUnsavedChanges == true
        }
    }

    /// Returns the errors with one of these display modes, oldest first.
    ///
    /// An error of a row in the window is drawn as a mark of the row, and is returned only while the row is active.
    public func errors(_ displays: String...) -> [JSONValue] {
        let active = state["activeId"]?.stringValue
        let others = state.objects("items").filter { !isSameText($0["id"]?.stringValue, active) }
        let ofRows = Set<ExactText>(texts: others.compactMap { $0["errorId"]?.stringValue })
        return snapshot.json.objects("errors").filter { error in
            displays.contains(error.text("display")) && !ofRows.contains(error.text("id"))
        }
    }
}
