import JSON

/// A screen's behaviour: a state, the actions that change it, and a pure function from one to the next.
///
/// A conforming type is a value that holds configuration and dependencies (sources, parameters) and no state of its own.
/// The ``Store`` owns the state, runs the effects and writes the wire shape; everything here is called on the core
/// thread.
/// A feature whose `State` is `Codable` and whose `Action` is `Codable` and `CaseIterable` needs nothing beyond
/// ``id``, ``initialState`` and ``reduce(into:_:)``: its wire shape, action names and schemas follow from the types.
public protocol Feature: Sendable {
    /// Everything that a front end may see of the feature, and what the reducer needs to remember.
    associatedtype State: Sendable
    /// What may happen: what a person does (sent over the wire) and what effects bring back.
    associatedtype Action: Sendable

    /// The name in the catalog, such as `gallery:counter`.
    static var id: String { get }
    /// What a person reads as the feature's name.
    static var title: String { get }
    /// Which of the four kinds it is; ``FeatureKind/view`` by default.
    static var kind: FeatureKind { get }
    /// The actions that a front end may send, with their schemas.
    static var actions: ActionSet<Action> { get }
    /// The values that a front end may set as they are, each with an action of its own.
    static var bindings: [Binding<Self>] { get }
    /// What front ends see of a state beside what it keeps; written by the default ``write(_:to:)``.
    static var computed: [Computed<Self>] { get }
    /// Named example states, for trying how it looks.
    static var fixtures: [Fixture<Self>] { get }
    /// The JSON Schema of `state` in a snapshot.
    static var stateSchema: JSONText { get }
    /// How a generic front end draws a `view`; written into its state. Empty for the four kinds.
    static var layout: [LayoutItem] { get }
    /// What a snapshot's `cause` calls an action that an effect brings; nil for the name of its case.
    ///
    /// The case's name is found by reflection, which takes some microseconds: worth writing down for what comes often.
    static func name(of action: Action) -> String?

    /// The state at revision 0, before anything ran.
    var initialState: State { get }
    /// Applies one action and says what is to be done about it.
    ///
    /// Pure: no IO, no clock, no randomness; these are effects or values in the action.
    func reduce(into state: inout State, _ action: Action) -> Effect<Action>

    /// The action that starts the feature's lifetime task, sent when the first subscriber comes, and again when
    /// `setTaskId` names another id; nil if there is nothing to start.
    func start(in state: State, taskID: String?) -> Action?
    /// The wire actions that would be refused now, each with its reason.
    func unavailable(in state: State) -> [Unavailable]
    /// A sentence on an action that is refused whatever its params: what it is about, and what would be right.
    ///
    /// - Returns: nil where the reason alone says it.
    func explanation(of refused: Unavailable, in state: State) -> String?
    /// Why this very action, parameters included, is refused now; nil if it is not.
    ///
    /// Asked of actions that front ends send; those of effects are never refused.
    func refusal(of action: Action, in state: State) -> ActionRefusal?
    /// Where the state keeps its errors; nil if the feature has none to show.
    var errors: SendableKeyPath<State, ErrorList>? { get }
    /// The action that repeats the operation that `error` came from; nil if it can't be repeated.
    func retry(_ error: PresentedError, in state: State) -> Action?
    /// Whether a write is on its way that a person believes done: the store lives on until it isn't, even when it is
    /// closed or the host ends.
    func isSaving(_ state: State) -> Bool
    /// What would be lost by leaving the feature now: the path of the feature below that has it, empty for this one
    /// itself; nil if there is nothing to lose.
    func unsavedChanges(in state: State) -> [String]?
    /// What this very action would lose, as in ``unsavedChanges(in:)``; the action then waits until a person confirms.
    func unsavedChanges(lostBy action: Action, in state: State) -> [String]?
    /// Deletes the drafts of what was entered: the feature is about to be taken away, and its changes are given up.
    ///
    /// Only effects that outlive the feature come to their end.
    func discardDrafts(in state: State) -> Effect<Action>
    /// What it holds now as the answer of a step that it is shown for; nil where that is what it hands on.
    func answer(in state: State) -> Answer?
    /// The action that goes on with a feature that has ended, because the person has come back to it; nil where it goes
    /// on by itself.
    func reenter(in state: State) -> Action?
    /// Whether it begins with the member `values` of its params, an object by field name.
    var takesValues: Bool { get }
    /// The action that takes over what the feature would be opened with now, because the row that it is presented
    /// about has changed meanwhile; nil where there is nothing to take over.
    func follow(_ params: JSONValue, in state: State) -> Action?
    /// The action that notes that the row which the feature is presented or pushed about is gone, or there again; nil
    /// where that is nothing to it.
    func noteRow(isGone: Bool, in state: State) -> Action?
    /// The row that a person means now, for questions about it; nil if there is none. Its value may be dropped.
    func activeItem(in state: State) -> SourceRow?
    /// The rows that an action on rows is about now: the marked ones, and only where none is marked the active one; nil
    /// if there are none.
    ///
    /// - Throws: ``ActionRefusal/gone(_:_:)`` with the marked rows that are not there.
    func targetedItems(in state: State) throws(ActionRefusal) -> TargetedItems?
    /// All rows but these, as they are now; nil where the feature can't mark all of its rows.
    func allItems(except: [String], in state: State) -> TargetedItems?
    /// The filter that says which rows "all" are; nil where there is none.
    func rowFilter(in state: State) -> FilterChoice?
    /// The row of this id as it is now; nil if it is not there. Its value may be dropped.
    ///
    /// For an id that a row had before its source gave it another, this is the row, with its new id.
    func item(_ id: String, in state: State) -> SourceRow?
    /// The version of a row whose value is as the source has confirmed it; nil of any other.
    func version(of id: String, in state: State) -> String?
    /// Lets a feature that can wait for answers do so: whoever opens it answers each of its outputs.
    func awaitAnswers(in state: inout State)
    /// The action that takes the answer to what the feature has offered; nil where it waits for none.
    func take(_ answer: OutputAnswer, in state: State) -> Action?
    /// The same action as an edit of which the feature emits ``Output/settled(_:_:)`` when the source has answered; nil
    /// of an action that is no edit.
    func track(_ action: Action, as token: String) -> Action?
    /// The new ids of rows that the newest revision has given others, by the ids that they had: a source assigns ids.
    ///
    /// ``item(_:in:)`` finds a row by either.
    func renamedItems(in state: State) -> [String: String]
    /// How a state forgets its hints: what it says of its newest revision alone; nil if it says nothing of the kind.
    ///
    /// Called before each revision of the instance, also where the action is another feature's or the store's own.
    var forgetHints: (@Sendable (inout State) -> Void)? { get }
    /// Hints in a first state what a reset has done to the state whose place it takes.
    func hintReset(of old: State, in state: inout State)
    /// The JSON Schema of what it hands on when it has done what it was opened for; nil where that can't be said
    /// before.
    var outputSchema: JSONText? { get }
    /// The features that this one is composed of.
    var children: [Child<Self>] { get }
    /// Writes the wire shape of a state as one JSON object; without the members of ``children``.
    func write(_ state: State, to json: inout JSONWriter)
}

/// A front end's action that the feature would refuse now.
public struct Unavailable: Sendable, Equatable {
    /// The action's name on the wire.
    public let action: String
    /// A camelCase word that says why, such as `refreshing`.
    public let reason: String

    /// Makes an entry of a snapshot's `unavailable`.
    public init(_ action: String, _ reason: String) {
        self.action = action
        self.reason = reason
    }
}

extension Feature {
    /// The id without its prefix, with a capital.
    public static var title: String {
        // By bytes: the general way costs a start a twentieth of its time.
        var name = Array(id.utf8.reversed().prefix { $0 != UInt8(ascii: ":") }.reversed())
        if let first = name.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first) { name[0] = first - 0x20 }
        return String(decoding: name, as: UTF8.self)
    }

    /// A feature of its own shape.
    public static var kind: FeatureKind { .view }

    /// Nothing to lay out.
    public static var layout: [LayoutItem] { [] }

    /// The name of its case.
    public static func name(of action: Action) -> String? { nil }

    /// Nothing to set.
    public static var bindings: [Binding<Self>] { [] }

    /// Nothing but what the state keeps.
    public static var computed: [Computed<Self>] { [] }

    /// No examples.
    public static var fixtures: [Fixture<Self>] { [] }

    /// Nothing to start.
    public func start(in state: State, taskID: String?) -> Action? { nil }

    /// Every action is welcome.
    public func unavailable(in state: State) -> [Unavailable] { [] }

    /// The reason alone.
    public func explanation(of refused: Unavailable, in state: State) -> String? { nil }

    /// Nothing is refused.
    public func refusal(of action: Action, in state: State) -> ActionRefusal? { nil }

    /// No errors to show.
    public var errors: SendableKeyPath<State, ErrorList>? { nil }

    /// Nothing to repeat.
    public func retry(_ error: PresentedError, in state: State) -> Action? { nil }

    /// Nothing to save.
    public func isSaving(_ state: State) -> Bool { false }

    /// Nothing to lose.
    public func unsavedChanges(in state: State) -> [String]? { nil }

    /// No action loses anything.
    public func unsavedChanges(lostBy action: Action, in state: State) -> [String]? { nil }

    /// No drafts.
    public func discardDrafts(in state: State) -> Effect<Action> { .none }

    /// What it hands on.
    public func answer(in state: State) -> Answer? { nil }

    /// It goes on by itself.
    public func reenter(in state: State) -> Action? { nil }

    /// It has no fields.
    public var takesValues: Bool { false }

    /// What it was opened with is what it goes on with.
    public func follow(_ params: JSONValue, in state: State) -> Action? { nil }

    /// It goes on without its row.
    public func noteRow(isGone: Bool, in state: State) -> Action? { nil }

    /// No rows.
    public func activeItem(in state: State) -> SourceRow? { nil }

    /// The active row: nothing can be marked.
    public func targetedItems(in state: State) throws(ActionRefusal) -> TargetedItems? {
        activeItem(in: state).map { TargetedItems([$0]) }
    }

    /// Nothing can be marked.
    public func allItems(except: [String], in state: State) -> TargetedItems? { nil }

    /// No filter.
    public func rowFilter(in state: State) -> FilterChoice? { nil }

    /// No rows.
    public func item(_ id: String, in state: State) -> SourceRow? { nil }

    /// That of the row.
    public func version(of id: String, in state: State) -> String? {
        item(id, in: state).flatMap { $0.isDropped ? nil : $0.version }
    }

    /// It never waits.
    public func awaitAnswers(in state: inout State) {}

    /// It waits for none.
    public func take(_ answer: OutputAnswer, in state: State) -> Action? { nil }

    /// No edits.
    public func track(_ action: Action, as token: String) -> Action? { nil }

    /// No rows.
    public func renamedItems(in state: State) -> [String: String] { [:] }

    /// No hints.
    public var forgetHints: (@Sendable (inout State) -> Void)? { nil }

    /// No hints.
    public func hintReset(of old: State, in state: inout State) {}

    /// Nothing that can be said before.
    public var outputSchema: JSONText? { nil }

    /// Made of itself alone.
    public var children: [Child<Self>] { [] }
}

extension Feature where Action: Codable & CaseIterable {
    /// Every case of the enum.
    public static var actions: ActionSet<Action> { ActionSet(Array(Action.allCases)) }
}

extension Feature where State: Codable {
    /// What the type's decoder asks for, and what is computed.
    public static var stateSchema: JSONText { Computed<Self>.add(computed, to: JSONSchema.of(State.self)) }

    /// The type's own encoding, and what is computed.
    public func write(_ state: State, to json: inout JSONWriter) {
        json.encodeMembers(of: state, excluding: children)
        Computed.write(Self.computed, of: state, to: &json)
    }
}
