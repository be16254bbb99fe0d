import FHJSON

/// The behaviour of a screen: a state, the actions that change it, and a pure function from one state to the next.
///
/// A conforming type is a value with configuration and dependencies (sources, parameters), but without state. The
/// ``Store`` owns the state, runs the effects and writes the wire shape; it calls all members on the core thread. A
/// feature whose `State` is `Codable` and whose `Action` is `Codable` and `CaseIterable` needs only ``id``,
/// ``initialState`` and ``reduce(into:_:)``; wire shape, action names and schemas follow from the types:
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
    /// The kind of the feature; by default ``FeatureKind/view``.
    static var kind: FeatureKind { get }
    /// The actions that clients may send, with their schemas.
    static var actions: ActionSet<Action> { get }
    /// The values that clients may set directly; each has its own action.
    static var bindings: [Binding<Self>] { get }
    /// The derived members of the wire shape; written by the default ``write(_:to:)``.
    static var computed: [Computed<Self>] { get }
    /// Named example states, for previews in clients.
    static var fixtures: [Fixture<Self>] { get }
    /// The JSON Schema of `state` in a snapshot.
    static var stateSchema: JSONText { get }
    /// The layout by which a generic client draws a `view`. It is written into the state.
    ///
    /// Empty for the other kinds.
    static var layout: [LayoutItem] { get }
    /// The name of an action from an effect, as in a snapshot's `cause`; nil for the name of its case.
    ///
    /// The default finds the case's name by reflection, which takes some microseconds: implement this for frequent
    /// actions.
    static func name(of action: Action) -> String?

    /// The state at revision 0, before any action.
    var initialState: State { get }
    /// Applies one action to the state and returns the effect to run.
    ///
    /// The function is pure: it uses no IO, clock or randomness. Effects use these, and pass the results in actions.
    func reduce(into state: inout State, _ action: Action) -> Effect<Action>

    /// The action that starts the feature's lifetime task; nil if there is nothing to start.
    ///
    /// The action is sent when the first client subscribes, and again when `setTaskId` sets another id.
    func start(in state: State, taskID: String?) -> Action?
    /// The wire actions that would be refused now, each with its reason.
    func unavailable(in state: State) -> [Unavailable]
    /// A sentence about an action that is refused regardless of its params: the object concerned, and what would be
    /// valid.
    ///
    /// - Returns: nil if the reason alone is enough.
    func explanation(of refused: Unavailable, in state: State) -> String?
    /// The reason why this action, with its params, is refused now; nil if it is accepted.
    ///
    /// Used for actions that clients send; actions of effects are never refused.
    func refusal(of action: Action, in state: State) -> ActionRefusal?
    /// The state's property with the errors; nil if the feature shows none.
    var errors: SendableKeyPath<State, ErrorList>? { get }
    /// The action that repeats the operation that `error` came from; nil if it can't be repeated.
    func retry(_ error: PresentedError, in state: State) -> Action?
    /// True while a write is in progress that the user assumes to be done.
    ///
    /// The store then stays alive until the write has ended, even if it is closed or the host shuts down.
    func isSaving(_ state: State) -> Bool
    /// The path to the nested feature with unsaved changes; empty for this feature, nil if leaving loses nothing.
    func unsavedChanges(in state: State) -> [String]?
    /// The path to unsaved changes that this action would lose.
    ///
    /// The path has the form of ``unsavedChanges(in:)``. If it is not nil, the action waits for the user's
    /// confirmation.
    func unsavedChanges(lostBy action: Action, in state: State) -> [String]?
    /// Deletes the drafts of the feature, which is about to be removed with its changes.
    ///
    /// Of the returned effects, only those that outlive the feature run to their end.
    func discardDrafts(in state: State) -> Effect<Action>
    /// The current answer of a step with this feature; nil if the answer is the feature's output.
    func answer(in state: State) -> Answer?
    /// The action that resumes an ended feature to which the user returns; nil if the feature needs no such action.
    func reenter(in state: State) -> Action?
    /// True if the feature reads its initial values from the member `values` of its params, an object by field name.
    var takesValues: Bool { get }
    /// The action that replaces the opening params, because the row that the feature was opened about has changed; nil
    /// if no action is needed.
    func follow(_ params: JSONValue, in state: State) -> Action?
    /// The action that notifies the feature of the loss or the return of the row that the feature was opened about; nil
    /// if the feature ignores this.
    func noteRow(isGone: Bool, in state: State) -> Action?
    /// The active row, the subject of confirmations; nil if there is none.
    ///
    /// The value of the row may be dropped.
    func activeItem(in state: State) -> SourceRow?
    /// The rows that an action on rows targets: the marked rows or, if none is marked, the active row; nil if there are
    /// none.
    ///
    /// - Throws: `ActionRefusal.gone(_:_:)` with the marked rows that no longer exist.
    func targetedItems(in state: State) throws(ActionRefusal) -> TargetedItems?
    /// All current rows except those with the ids `except`; nil if the feature can't mark all of its rows.
    func allItems(except: [String], in state: State) -> TargetedItems?
    /// The filter that limits "all" rows; nil if there is none.
    func rowFilter(in state: State) -> FilterChoice?
    /// The current row with this id; nil if it doesn't exist.
    ///
    /// The value of the row may be dropped.
    ///
    /// A row whose source has assigned it a new id is also found by its old id.
    func item(_ id: String, in state: State) -> SourceRow?
    /// The version of a row whose value is confirmed by the source; nil for any other row.
    func version(of id: String, in state: State) -> String?
    /// Makes the feature wait for an answer to each of its outputs, if it supports that. The enclosing feature sends
    /// the answers.
    func awaitAnswers(in state: inout State)
    /// The action that delivers the answer to an output of the feature; nil if the feature waits for none.
    func take(_ answer: OutputAnswer, in state: State) -> Action?
    /// The same action as a tracked edit, which emits `Output.settled(_:_:)` when the source has answered. Nil if the
    /// action is no edit.
    func track(_ action: Action, as token: String) -> Action?
    /// The rows that got another id in the newest revision because their source assigns ids. The keys are the old ids,
    /// and the values are the new ones.
    ///
    /// ``item(_:in:)`` finds a row by either id.
    func renamedItems(in state: State) -> [String: String]
    /// A function that clears the hints of a state; nil if there are never any hints.
    ///
    /// Hints are the parts of a state that describe only the newest revision.
    /// The function is called before each revision of the instance, even if the action belongs to another feature or to
    /// the store.
    var forgetHints: (@Sendable (inout State) -> Void)? { get }
    /// Sets hints in a state after a reset. The hints describe the changes from the state before the reset.
    func hintReset(of old: State, in state: inout State)
    /// The JSON Schema of the output that completes the feature; nil if it is not known in advance.
    var outputSchema: JSONText? { get }
    /// The features that this feature is composed of.
    var children: [Child<Self>] { get }
    /// Writes the wire shape of a state as one JSON object, without the members of ``children``.
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
    /// The id without its prefix, capitalized.
    public static var title: String {
        // This works on bytes, because general string operations take a twentieth of the time of a start.
        var name = Array(id.utf8.reversed().prefix { $0 != UInt8(ascii: ":") }.reversed())
        if let first = name.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first) { name[0] = first - 0x20 }
        return String(decoding: name, as: UTF8.self)
    }

    /// A view by default.
    public static var kind: FeatureKind { .view }

    /// No layout by default.
    public static var layout: [LayoutItem] { [] }

    /// The name of the action's case by default.
    public static func name(of action: Action) -> String? { nil }

    /// No bindings by default.
    public static var bindings: [Binding<Self>] { [] }

    /// No derived members by default.
    public static var computed: [Computed<Self>] { [] }

    /// No example states by default.
    public static var fixtures: [Fixture<Self>] { [] }

    /// No lifetime task by default.
    public func start(in state: State, taskID: String?) -> Action? { nil }

    /// No refused actions by default.
    public func unavailable(in state: State) -> [Unavailable] { [] }

    /// Nil by default: the reason explains enough.
    public func explanation(of refused: Unavailable, in state: State) -> String? { nil }

    /// No refusal by default.
    public func refusal(of action: Action, in state: State) -> ActionRefusal? { nil }

    /// No errors by default.
    public var errors: SendableKeyPath<State, ErrorList>? { nil }

    /// No retry by default.
    public func retry(_ error: PresentedError, in state: State) -> Action? { nil }

    /// False by default: no writes.
    public func isSaving(_ state: State) -> Bool { false }

    /// No unsaved changes by default.
    public func unsavedChanges(in state: State) -> [String]? { nil }

    /// No unsaved changes by default.
    public func unsavedChanges(lostBy action: Action, in state: State) -> [String]? { nil }

    /// No drafts by default.
    public func discardDrafts(in state: State) -> Effect<Action> { .none }

    /// The feature's output by default.
    public func answer(in state: State) -> Answer? { nil }

    /// No action by default: the feature needs none to resume.
    public func reenter(in state: State) -> Action? { nil }

    /// False by default: no fields.
    public var takesValues: Bool { false }

    /// No action by default: the feature keeps its opening params.
    public func follow(_ params: JSONValue, in state: State) -> Action? { nil }

    /// No action by default: the feature continues without its row.
    public func noteRow(isGone: Bool, in state: State) -> Action? { nil }

    /// No rows by default.
    public func activeItem(in state: State) -> SourceRow? { nil }

    /// The active row by default, because nothing can be marked.
    public func targetedItems(in state: State) throws(ActionRefusal) -> TargetedItems? {
        activeItem(in: state).map { TargetedItems([$0]) }
    }

    /// Nil by default: nothing can be marked.
    public func allItems(except: [String], in state: State) -> TargetedItems? { nil }

    /// No filter by default.
    public func rowFilter(in state: State) -> FilterChoice? { nil }

    /// No rows by default.
    public func item(_ id: String, in state: State) -> SourceRow? { nil }

    /// The row's version by default.
    public func version(of id: String, in state: State) -> String? {
        item(id, in: state).flatMap { $0.isDropped ? nil : $0.version }
    }

    /// Does nothing by default: the feature never waits.
    public func awaitAnswers(in state: inout State) {}

    /// No action by default: the feature never waits.
    public func take(_ answer: OutputAnswer, in state: State) -> Action? { nil }

    /// No edits by default.
    public func track(_ action: Action, as token: String) -> Action? { nil }

    /// No rows by default.
    public func renamedItems(in state: State) -> [String: String] { [:] }

    /// No hints by default.
    public var forgetHints: (@Sendable (inout State) -> Void)? { nil }

    /// No hints by default.
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
    /// The schema derived from the type's decoder, extended by the computed members.
    public static var stateSchema: JSONText { Computed<Self>.add(computed, to: JSONSchema.of(State.self)) }

    /// Writes the type's own encoding and the computed members.
    public func write(_ state: State, to json: inout JSONWriter) {
        json.encodeMembers(of: state, excluding: children)
        Computed.write(Self.computed, of: state, to: &json)
    }
}
