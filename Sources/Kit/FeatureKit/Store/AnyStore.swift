import FHJSON

/// A ``Store`` of any feature, as hosts use it.
///
/// Isolated to the core thread, the one thread that owns all state.
public protocol AnyStore: AnyObject {
    /// The number of applied actions.
    var revision: Int { get }
    /// True if no foreground effect runs, no foreground timer is armed and no action is queued.
    var isSettled: Bool { get }
    /// True while a write is in progress that must not be lost: such a store stays open until the write has ended.
    var isSaving: Bool { get }
    /// Called after each revision, before the next action is applied.
    var onRevision: () -> Void { get set }
    /// Receives the outputs that no feature of the instance handles; nil to ignore them.
    ///
    /// The handler is called while an action is being applied. While a handler is set, leaving the feature requires a
    /// confirmation if there are unsaved changes.
    var onOutput: ((Output) -> Void)? { get set }
    /// The running effects.
    var activity: StoreActivity { get }

    /// Sends the start actions of the feature and its children; only the first call has an effect.
    func start()

    /// Sets whether a client observes the feature.
    ///
    /// Without a client, lifetime tasks are not started, and the events of subscriptions are held back.
    func setWatched(_ isWatched: Bool)

    /// Applies a client's action, and all actions that follow in the same turn of the event loop.
    ///
    /// - Throws: `ActionRefusal` if the action is refused, so that there is no new revision.
    func send(_ action: String, _ params: JSONValue, path: [String], from sender: Sender) throws(ActionRefusal)

    /// The identity of the feature at this path, to be compared with `===`; nil if there is none.
    ///
    /// The identity at a path changes when another feature replaces the feature at this path.
    func place(at path: [String]) -> AnyObject?

    /// Applies the deliveries of effects, in the order of arrival.
    func deliver()

    /// Applies the queued actions that exceeded the limit of the previous turn; returns false if none is queued.
    func resume() -> Bool

    /// Applies the next delivery of the effect with this sequence number; returns false if there is none.
    func deliver(from effect: Int) -> Bool

    /// Receives the deliveries of effects without applying them.
    func collect()

    /// The deliveries that were received but not yet applied or dropped, in the order of arrival.
    var deliveries: [Delivered] { get }

    /// True if the effect with this sequence number is running.
    func runs(_ effect: Int) -> Bool

    /// Counts a dropped delivery of the cancelled effect with this sequence number.
    func noteDropped(_ effect: Int)

    /// Applies exactly this delivery of an effect; returns false if it has not arrived.
    ///
    /// This function is for replaying deliveries in a recorded order. It must not be combined with ``collect()``.
    func deliver(exactly delivered: Delivered) -> Bool

    /// Shows a recorded progress of the effect with this sequence number.
    func show(_ progress: WorkProgress, of effect: Int)

    /// Cancels the cancellable effects that are consequences of a client's action, each in a revision.
    ///
    /// - Parameters:
    ///   - revision: the revision of the client's action.
    ///   - sender: the client.
    func cancelEffects(startedBy revision: Int, for sender: Sender)

    /// Writes a snapshot: the params of `state/snapshot`.
    ///
    /// - Parameters:
    ///   - json: the writer, which gets one object.
    ///   - head: the members that identify the instance.
    ///   - path: the path of an existing child; empty for the root feature.
    ///   - viewer: the number of the session that receives the snapshot.
    ///   - reducesMotion: true if the session `viewer` wants no animation hints.
    ///   - conflated: the number of revisions that the snapshot represents; nil for one.
    func writeSnapshot(
        to json: inout JSONWriter, head: SnapshotHead, path: [String], viewer: Int, reducesMotion: Bool,
        conflated: Int?)

    /// The observer of revisions and dropped deliveries; setting it starts the recording of causes.
    var observer: (any StoreObserver)? { get set }

    /// Starts the recording of the newest revisions' causes; only the first call has an effect.
    func keepCauses()

    /// Writes the work in progress and the causes of the newest revisions, as members of an object without its braces.
    ///
    /// The members contain no state and no params of actions, except the ids of lifetime tasks.
    func writeInspection(to json: inout JSONWriter, viewer: Int)

    /// The names of the actions that the feature at a path declares; empty if there is no feature.
    func actionNames(at path: [String]) -> [String]

    /// Cancels all effects; afterwards, no action is applied and no output is emitted.
    func close()
}

extension AnyStore {
    /// True if there is a feature at this path; the empty path is the path of the root feature.
    public func has(path: [String]) -> Bool { place(at: path) != nil }
}

/// A message from an effect: an action, a failure or the end of the effect.
public struct Delivered: Sendable, Equatable {
    /// The effect's sequence number.
    public let effect: Int
    /// True if the message ends the effect.
    public let isEnd: Bool
    /// True if the message contains an action or a failure; false for the end of an effect, or of cancelled work.
    public let hasContent: Bool
    /// The progress that the message reports; nil for any other message.
    public let progress: WorkProgress?

    /// Makes a delivery.
    public init(effect: Int, isEnd: Bool, hasContent: Bool = true, progress: WorkProgress? = nil) {
        self.effect = effect
        self.isEnd = isEnd
        self.hasContent = hasContent
        self.progress = progress
    }
}

/// The running effects of a store.
///
/// A host uses it to wait until work has ended, and to order deliveries under virtual time.
public struct StoreActivity: Sendable {
    /// The sequence number of the oldest foreground work (a task, a promise or a finite stream); nil if there is none.
    public let oldestWork: Int?
    /// True if the oldest foreground work has ended, so that all its deliveries can be applied.
    public let isOldestWorkComplete: Bool
    /// The sequence number of the oldest background effect with a delivery that is not applied yet; nil for none.
    public let oldestBackgroundDelivery: Int?
    /// The number of running effects, including timers and subscriptions.
    public let count: Int
    /// The number of deliveries that were dropped, because their effects were no longer running.
    public let droppedCount: Int

    /// No running effects.
    public static let none = StoreActivity(
        oldestWork: nil, isOldestWorkComplete: false, oldestBackgroundDelivery: nil, count: 0, droppedCount: 0)
}
