import JSON

/// A ``Store`` of any feature, as a host holds it.
///
/// Belongs to the core thread.
public protocol AnyStore: AnyObject {
    /// How many actions were applied.
    var revision: Int { get }
    /// Whether no foreground effect runs, no timer is armed and nothing is queued.
    var isSettled: Bool { get }
    /// Whether a write is on its way that must not be lost: such a store is not closed but left alone until it is done.
    var isSaving: Bool { get }
    /// Called after each revision, before the next action is applied.
    var onRevision: () -> Void { get set }
    /// Takes what the feature hands on and nothing within it handles; nil where nobody waits for that.
    ///
    /// Called in the middle of a turn. While it is set, a person who leaves the feature is asked about unsaved changes.
    var onOutput: ((Output) -> Void)? { get set }
    /// The effects that run now.
    var activity: StoreActivity { get }

    /// Sends the start actions of the feature and its children; only the first call does anything.
    func start()

    /// Says whether somebody looks at the feature: while nobody does, what comes starts nothing, and watches are not
    /// heard.
    func setWatched(_ isWatched: Bool)

    /// Applies a front end's action, and all that follows in the same turn.
    ///
    /// - Throws: ``ActionRefusal``; then there is no new revision.
    func send(_ action: String, _ params: JSONValue, path: [String], from sender: Sender) throws(ActionRefusal)

    /// What is at this path now, to be compared with `===`: another feature under the same path is another place.
    func place(at path: [String]) -> AnyObject?

    /// Applies what effects have delivered, in the order in which it came.
    func deliver()

    /// Goes on with a turn that was cut short because it was long; false if there was none.
    func resume() -> Bool

    /// Applies one action of the effect with this sequence number, if it has delivered one; false if it has not.
    func deliver(from effect: Int) -> Bool

    /// Fetches what effects have delivered without applying it.
    func collect()

    /// What has been fetched and is still to be applied or dropped, in the order in which it came.
    var deliveries: [Delivered] { get }

    /// Whether an effect runs.
    func runs(_ effect: Int) -> Bool

    /// Notes that an effect that was cancelled has brought something, which is dropped.
    func noteDropped(_ effect: Int)

    /// Applies what an effect has delivered, if that is there, and nothing of what came with it.
    ///
    /// For a store whose deliveries come in an order that is known: ``collect()`` is not to be used beside it.
    func deliver(exactly delivered: Delivered) -> Bool

    /// Writes a snapshot: the params of `state/snapshot`.
    ///
    /// - Parameters:
    ///   - json: where it is written, as one object.
    ///   - head: what says of which instance it is.
    ///   - path: the child whose state it is; empty for the feature itself. Must exist.
    ///   - viewer: the session that it is for.
    ///   - reducesMotion: whether that session wants no hints how to draw changes.
    ///   - conflated: how many revisions it stands for, where that is more than one.
    func writeSnapshot(
        to json: inout JSONWriter, head: SnapshotHead, path: [String], viewer: Int, reducesMotion: Bool,
        conflated: Int?)

    /// Hears of each revision and of what is dropped; causes are kept from then on.
    var observer: (any StoreObserver)? { get set }

    /// Begins to keep the causes of the newest revisions; only the first call does anything.
    func keepCauses()

    /// Writes what is under way and why there are the newest revisions, as members of an object without its braces.
    ///
    /// No state and no params of actions are among them, but for the task ids of starts.
    func writeInspection(to json: inout JSONWriter, viewer: Int)

    /// Cancels every effect; nothing is applied or delivered afterwards.
    func close()
}

extension AnyStore {
    /// Whether there is a child (or the feature itself) at this path.
    public func has(path: [String]) -> Bool { place(at: path) != nil }
}

/// Something that an effect has brought.
public struct Delivered: Sendable, Equatable {
    /// The effect's sequence number.
    public let effect: Int
    /// Whether the effect has come to its end with it.
    public let isEnd: Bool
    /// Whether it brings an action or a failure, and not just its end.
    public let hasContent: Bool

    /// Makes one.
    public init(effect: Int, isEnd: Bool, hasContent: Bool = true) {
        self.effect = effect
        self.isEnd = isEnd
        self.hasContent = hasContent
    }
}

/// What runs in a store, for a host that orders deliveries (virtual time) and waits.
public struct StoreActivity: Sendable {
    /// The oldest foreground work (a task or a finite stream; not a timer, not a watch), by sequence number.
    public let oldestWork: Int?
    /// Whether that work has come to its end, so that all it delivered can be applied.
    public let isOldestWorkComplete: Bool
    /// The oldest effect that has delivered something although it goes on in the background.
    public let oldestBackgroundDelivery: Int?
    /// How many effects run, timers and watches included.
    public let count: Int
    /// How many deliveries came too late and were dropped.
    public let droppedCount: Int

    /// Nothing runs.
    public static let none = StoreActivity(
        oldestWork: nil, isOldestWorkComplete: false, oldestBackgroundDelivery: nil, count: 0, droppedCount: 0)
}
