import FHJSON

/// The behaviour of a screen: a state, the actions that change it, and a pure function from one state to the next.
///
/// A conforming type is a value with configuration and dependencies (sources, parameters), but without state. The
/// ``Store`` owns the state, runs the effects and writes the state as JSON. It calls all members on the core thread,
/// the one thread that owns all state. A feature whose `State` is `Codable` and whose `Action` is `Codable` and
/// `CaseIterable` needs only ``id``, ``initialState`` and ``reduce(into:_:)``; the JSON of the state, the names of the
/// actions and the schemas are derived from the types:
///
/// ```swift
/// struct Counter: Feature {
///     static let id = "counter"
///     struct State: Codable { var count = 0 }
///     enum Action: Codable, CaseIterable { case increment }
///     let initialState = State()
///     func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
///         state.count += 1
///         return .none
///     }
/// }
/// ```
public protocol Feature: Sendable {
    /// Everything that clients may see of the feature, and everything that the reducer needs to remember.
    associatedtype State: Sendable
    /// The events of the feature: user actions, sent over the wire, and the actions that effects send.
    associatedtype Action: Sendable

    /// The name in the catalog, such as `gallery:counter`.
    static var id: String { get }
    /// The title shown to users.
    static var title: String { get }
    /// The texts and marks with which menus list the feature; by default none.
    static var menu: MenuEntry { get }
    /// The kind of the feature; by default ``FeatureKind/view``.
    static var kind: FeatureKind { get }
    /// The actions that clients may send, with their schemas.
    static var actions: ActionSet<Action> { get }
    /// The values that clients may set directly; each has its own action.
    static var bindings: [Binding<Self>] { get }
    /// The members of the JSON that are computed from the state; the default ``write(_:to:)`` writes them.
    static var computed: [Computed<Self>] { get }
    /// Named example states, for previews in clients.
    static var fixtures: [Fixture<Self>] { get }
    /// The JSON Schema of `state` in a snapshot.
    static var stateSchema: JSONText { get }
    /// The layout by which a generic client draws a feature of the kind `view`; empty for the other kinds.
    ///
    /// The layout is a member of the state's JSON.
    static var layout: [LayoutItem] { get }
    /// The name of an action from an effect, as in a snapshot's `cause`; nil for the name of its case.
    ///
    /// The name of the case is found by reflection, which takes some microseconds: implement this function for frequent
    /// actions.
    static func name(of action: Action) -> String?

    /// The state at revision 0, before any action.
    var initialState: State { get }
    /// Applies one action to the state and returns the effect to run.
    ///
    /// The function is pure: it uses no IO, clock or randomness. Effects use these, and pass the results in actions.
    func reduce(into state: inout State, _ action: Action) -> Effect<Action>

    /// The action whose effects are the feature's lifetime task; nil if the feature has no lifetime task.
    ///
    /// The action is sent when the first client subscribes or, for a child that is added later, when it is added. The
    /// action is sent again after a reset, and when `setTaskId` sets another id.
    func start(in state: State, taskID: String?) -> Action?
    /// The client actions that would be refused now regardless of their params, each with its reason.
    func unavailable(in state: State) -> [Unavailable]
    /// A sentence for users about an action in ``unavailable(in:)``; nil if the reason alone is enough.
    ///
    /// The sentence names the row or the value concerned, and says what would be valid.
    func explanation(of refused: Unavailable, in state: State) -> String?
    /// The reason why this action, with its params, is refused now; nil if it is accepted.
    ///
    /// Used for actions that clients send; actions of effects are never refused.
    func refusal(of action: Action, in state: State) -> ActionRefusal?
    /// The state's property with the errors; nil if the feature shows no errors.
    var errors: SendableKeyPath<State, ErrorList>? { get }
    /// The action that repeats the operation that caused `error`; nil if the operation can't be repeated.
    func retry(_ error: PresentedError, in state: State) -> Action?
    /// True while a write is in progress that the user assumes to be done.
    ///
    /// The host keeps the store until the write has ended, even if a client closes the instance or the host shuts down.
    func isSaving(_ state: State) -> Bool
    /// The path to the nested feature with unsaved changes; empty for this feature, nil if there are no such changes.
    func unsavedChanges(in state: State) -> [String]?
    /// The path to unsaved changes that `action` would lose; nil if it would lose none.
    ///
    /// The path begins at this feature, as in ``unsavedChanges(in:)``. If there is a path, the action is blocked: it
    /// waits for the user's confirmation.
    func unsavedChanges(lostBy action: Action, in state: State) -> [String]?
    /// Deletes the drafts of the feature, which is about to be removed together with its unsaved changes.
    ///
    /// Of the returned effects, only those that outlive the feature run to their end.
    func discardDrafts(in state: State) -> Effect<Action>
    /// The current answer of a flow's step that shows this feature; nil if the answer is the feature's output.
    func answer(in state: State) -> Answer?
    /// The action that resumes an ended feature to which the user returns; nil if the feature needs no such action.
    func reenter(in state: State) -> Action?
    /// True if the feature reads its initial values from the opening param `values`, an object by field name.
    var takesValues: Bool { get }
    /// The action that replaces the opening params by `params`; nil if no action is needed.
    ///
    /// The function is called when the row that the feature was opened about has changed.
    func follow(_ params: JSONValue, in state: State) -> Action?
    /// The action that records that the feature's row was deleted (`isGone`) or exists again; nil if none is needed.
    func noteRow(isGone: Bool, in state: State) -> Action?
    /// True if the feature has something to show: it doesn't wait for its first content.
    func hasContent(in state: State) -> Bool
    /// True if nothing is loaded or done, so that the feature can begin again from this state after its effects were
    /// cancelled.
    func isAtRest(_ state: State) -> Bool
    /// The active row, which has the user's focus and is the subject of confirmations; nil if no row is active.
    ///
    /// The row may be dropped: its value was released from memory.
    func activeItem(in state: State) -> SourceRow?
    /// The rows that an action on rows targets: the marked rows or, if no row is marked, the active row.
    ///
    /// Nil if no row is marked or active.
    ///
    /// - Throws: `ActionRefusal.gone(_:_:)` with the marked rows that no longer exist.
    func targetedItems(in state: State) throws(ActionRefusal) -> TargetedItems?
    /// All current rows except the rows with the ids `except`; nil if the user can't mark all rows of the feature.
    func allItems(except: [String], in state: State) -> TargetedItems?
    /// The filter that limits the rows of ``allItems(except:in:)``; nil if there is no filter.
    func rowFilter(in state: State) -> FilterChoice?
    /// The current row with this id; nil if it doesn't exist.
    ///
    /// The row may be dropped. A row to which its source has assigned a new id is also found by its old id.
    func item(_ id: String, in state: State) -> SourceRow?
    /// The version of a row whose value is confirmed by the source; nil for any other row.
    func version(of id: String, in state: State) -> String?
    /// Makes the feature wait for an answer to each of its outputs, if the feature supports waiting.
    ///
    /// The enclosing feature sends the answers.
    func awaitAnswers(in state: inout State)
    /// The action that delivers the answer to an output of the feature; nil if the feature waits for no answer.
    func take(_ answer: OutputAnswer, in state: State) -> Action?
    /// An action that makes the edit of `action` as a tracked edit; nil if `action` is not an edit.
    ///
    /// When the source has answered a tracked edit, the feature emits `Output.settled(_:_:)` with the token.
    func track(_ action: Action, as token: String) -> Action?
    /// The rows that got another id in the newest revision, because their source assigns ids.
    ///
    /// The keys are the old ids, and the values are the new ids. ``item(_:in:)`` finds a row by its old or its new id.
    func renamedItems(in state: State) -> [String: String]
    /// A function that clears the change hints of a state; nil if the feature has no change hints.
    ///
    /// Change hints are the parts of a state that describe only the newest revision. The function is called before each
    /// revision of the instance, even if the action belongs to another feature or to the store.
    var forgetHints: (@Sendable (inout State) -> Void)? { get }
    /// Sets the change hints of the new state after a reset: they describe the changes from the old state.
    func hintReset(of old: State, in state: inout State)
    /// The JSON Schema of the output that completes the feature; nil if it can't be determined in advance.
    var outputSchema: JSONText? { get }
    /// The features whose states are parts of this feature's state.
    var children: [Child<Self>] { get }
    /// Writes a state as one JSON object, without the members of ``children``.
    func write(_ state: State, to json: inout JSONWriter)
}

/// A client's action that the feature would refuse now.
public struct Unavailable: Sendable, Equatable {
    /// The action's name on the wire.
    public let action: String
    /// A camelCase reason, such as `refreshing`.
    public let reason: String

    /// Makes an entry of a snapshot's `unavailable`.
    public init(_ action: String, _ reason: String) {
        self.action = action
        self.reason = reason
    }
}

extension Feature {
    /// The id without the prefix that ends with a colon, and with a capital first letter.
    public static var title: String {
        // This works on bytes, because general string operations take a twentieth of the time of a host's start.
        var name = Array(id.utf8.reversed().prefix { $0 != UInt8(ascii: ":") }.reversed())
        if let first = name.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first) { name[0] = first - 0x20 }
        return String(decoding: name, as: UTF8.self)
    }

    /// No texts and marks by default.
    public static var menu: MenuEntry { MenuEntry() }

    /// A view by default.
    public static var kind: FeatureKind { .view }

    /// No layout by default.
    public static var layout: [LayoutItem] { [] }

    /// Nil by default, so that the name of the action's case is used.
    public static func name(of action: Action) -> String? { nil }

    /// No bindings by default.
    public static var bindings: [Binding<Self>] { [] }

    /// No computed members by default.
    public static var computed: [Computed<Self>] { [] }

    /// No example states by default.
    public static var fixtures: [Fixture<Self>] { [] }

    /// No lifetime task by default.
    public func start(in state: State, taskID: String?) -> Action? { nil }

    /// No unavailable actions by default.
    public func unavailable(in state: State) -> [Unavailable] { [] }

    /// Nil by default: the reason explains enough.
    public func explanation(of refused: Unavailable, in state: State) -> String? { nil }

    /// No refusal by default.
    public func refusal(of action: Action, in state: State) -> ActionRefusal? { nil }

    /// No errors by default.
    public var errors: SendableKeyPath<State, ErrorList>? { nil }

    /// No retry by default.
    public func retry(_ error: PresentedError, in state: State) -> Action? { nil }

    /// False by default: the feature makes no writes.
    public func isSaving(_ state: State) -> Bool { false }

    /// No unsaved changes by default.
    public func unsavedChanges(in state: State) -> [String]? { nil }

    /// No unsaved changes by default.
    public func unsavedChanges(lostBy action: Action, in state: State) -> [String]? { nil }

    /// No drafts by default.
    public func discardDrafts(in state: State) -> Effect<Action> { .none }

    /// Nil by default: the answer is the feature's output.
    public func answer(in state: State) -> Answer? { nil }

    /// No action by default: the feature needs none to resume.
    public func reenter(in state: State) -> Action? { nil }

    /// False by default: the feature has no fields.
    public var takesValues: Bool { false }

    /// No action by default: the feature keeps its opening params.
    public func follow(_ params: JSONValue, in state: State) -> Action? { nil }

    /// No action by default: the feature continues without its row.
    public func noteRow(isGone: Bool, in state: State) -> Action? { nil }

    /// True by default: the feature waits for nothing.
    public func hasContent(in state: State) -> Bool { true }

    /// False by default: the feature may have effects without which its state means nothing.
    public func isAtRest(_ state: State) -> Bool { false }

    /// No active row by default.
    public func activeItem(in state: State) -> SourceRow? { nil }

    /// The active row by default, because no row can be marked.
    public func targetedItems(in state: State) throws(ActionRefusal) -> TargetedItems? {
        activeItem(in: state).map { TargetedItems([$0]) }
    }

    /// Nil by default: no row can be marked.
    public func allItems(except: [String], in state: State) -> TargetedItems? { nil }

    /// No filter by default.
    public func rowFilter(in state: State) -> FilterChoice? { nil }

    /// No row by default.
    public func item(_ id: String, in state: State) -> SourceRow? { nil }

    /// The version of the row by default; nil if the row is dropped.
    public func version(of id: String, in state: State) -> String? {
        item(id, in: state).flatMap { $0.isDropped ? nil : $0.version }
    }

    /// Does nothing by default: the feature never waits for answers.
    public func awaitAnswers(in state: inout State) {}

    /// No action by default: the feature never waits for answers.
    public func take(_ answer: OutputAnswer, in state: State) -> Action? { nil }

    /// Nil by default: no action is an edit.
    public func track(_ action: Action, as token: String) -> Action? { nil }

    /// No renamed rows by default.
    public func renamedItems(in state: State) -> [String: String] { [:] }

    /// No change hints by default.
    public var forgetHints: (@Sendable (inout State) -> Void)? { nil }

    /// No change hints by default.
    public func hintReset(of old: State, in state: inout State) {}

    /// No schema by default.
    public var outputSchema: JSONText? { nil }

    /// No children by default.
    public var children: [Child<Self>] { [] }
}

extension Feature where Action: Codable & CaseIterable {
    /// All cases of the enum.
    public static var actions: ActionSet<Action> { ActionSet(Array(Action.allCases)) }
}

extension Feature where State: Codable {
    /// The schema of the state, derived from the decoder of its type, with the computed members.
    public static var stateSchema: JSONText { Computed<Self>.add(computed, to: JSONSchema.of(State.self)) }

    /// Writes the members of the state by its `Encodable` conformance, and the computed members.
    public func write(_ state: State, to json: inout JSONWriter) {
        json.encodeMembers(of: state, excluding: children)
        Computed.write(Self.computed, of: state, to: &json)
    }
}
