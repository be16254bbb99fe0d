import FHJSON
import FeatureKit

/// A place of a feature for another feature that is opened again when its params change.
///
/// While the feature with the new params has nothing to show, the former one stays. So an action of a user always
/// reaches the feature that the user sees.
public struct Pane: Sendable, Equatable {
    /// A feature in the pane.
    public struct Occupant: Sendable, Equatable {
        /// The key, which is unique for the lifetime of the instance and a part of the feature's path.
        let key: String
        /// The params by which the feature was opened.
        let params: JSONText
        /// The id of the row of the parent that the feature is about; nil if it follows no such row.
        var subject: String?
        let feature: AnyFeature
        var state: AnyState

        init(_ feature: AnyFeature, key: String, params: JSONText, subject: String?) {
            self.key = key
            self.params = params
            self.subject = subject
            self.feature = feature
            state = feature.initialState
        }

        /// The same feature as a new occupant, which receives nothing from the effects of the former one.
        fileprivate init(again other: Occupant, key: String, subject: String?) {
            self.key = key
            self.subject = subject
            params = other.params
            feature = other.feature
            state = other.state
        }

        var hasContent: Bool { feature.hasContent(in: state) }

        /// True if the feature would lose something if another one took its place.
        fileprivate var isHeld: Bool { feature.unsavedChanges(in: state) != nil || feature.isSaving(state) }

        /// Occupants are equal if their keys and states are.
        public static func == (a: Occupant, b: Occupant) -> Bool { a.key == b.key && a.state == b.state }
    }

    /// The content of a pane, or the content that it is to have.
    private enum Goal: Equatable {
        case nothing
        case feature(JSONText)

        init(_ params: JSONText?) { self = params.map { .feature($0) } ?? .nothing }
    }

    /// The changes that ``turn(_:_:)`` has made.
    struct Turn {
        /// The keys of the occupants that are gone.
        var gone: [String] = []
        /// The occupant that has to start; nil if there is none.
        var started: Occupant?
        /// The reason why no feature could be opened; nil if it could.
        var refusal: ActionRefusal?
    }

    /// The number of former features whose states are kept, so that they are there at once when they are shown again.
    private static let keptCount = 8

    /// The feature that is shown; nil if the pane is empty.
    private(set) var shown: Occupant?
    /// The feature that is going to be shown as soon as it has something to show; nil if there is none.
    private(set) var next: Occupant?
    private var kept: [Occupant] = []
    private var goal = Goal.nothing
    /// The newest goal that ``turn(_:_:)`` has not taken up; nil if there is none.
    private var waiting: Goal?
    /// The id of the row of the parent that the newest goal is about.
    private var subject: String?
    /// True if the pane turns to the waiting goal as soon as the shown feature has nothing to lose.
    private var isDue = false

    /// Makes an empty pane.
    public init() {}

    /// True if the shown feature is about to be replaced.
    var isStale: Bool { next != nil || waiting != nil }

    /// True if nothing is about to change, and the shown feature is at rest; see ``Feature/isAtRest(_:)``.
    public var isAtRest: Bool { !isStale && shown.map { $0.feature.isAtRest($0.state) } ?? true }

    /// Records the params with which the pane is to show its feature; nil for an empty pane.
    ///
    /// - Parameter subject: the id of the row of the parent from which values of the params come; nil for none.
    /// - Returns: true if ``turn(_:_:)`` has to be called, after a short time.
    mutating func want(_ params: JSONText?, about subject: String? = nil) -> Bool {
        let wanted = Goal(params)
        self.subject = subject
        if wanted == waiting ?? goal {
            // Another row can have the same values.
            if waiting == nil, next == nil { shown?.subject = subject }
            guard isDue, waiting != nil, shown?.isHeld != true else { return false }
            isDue = false
            return true
        }
        waiting = wanted == goal ? nil : wanted
        isDue = false
        return waiting != nil
    }

    /// Shows what is wanted, unless the shown feature would lose something.
    ///
    /// - Parameters:
    ///   - key: makes the key of a new occupant.
    ///   - open: makes the feature with these params.
    mutating func turn(
        _ key: () -> String, _ open: (JSONText) throws(ActionRefusal) -> AnyFeature
    ) -> Turn {
        guard let wanted = waiting else { return Turn() }
        if shown?.isHeld == true {
            isDue = true
            return Turn()
        }
        (goal, waiting, isDue) = (wanted, nil, false)
        var turn = Turn()
        if let next { turn.gone.append(next.key) }
        next = nil
        guard case .feature(let params) = wanted else {
            leave(&turn)
            return turn
        }
        if shown?.params == params { return turn }
        if let place = kept.firstIndex(where: { $0.params == params }) {
            let again = Occupant(again: kept.remove(at: place), key: key(), subject: subject)
            leave(&turn)
            show(again, &turn)
            return turn
        }
        do throws(ActionRefusal) {
            let new = Occupant(try open(params), key: key(), params: params, subject: subject)
            if shown?.hasContent == true, !new.hasContent {
                next = new
                turn.started = new
            } else {
                leave(&turn)
                show(new, &turn)
            }
        } catch {
            leave(&turn)
            turn.refusal = error
        }
        return turn
    }

    private mutating func show(_ occupant: Occupant, _ turn: inout Turn) {
        shown = occupant
        turn.started = occupant
    }

    /// Takes the shown feature out of the pane.
    private mutating func leave(_ turn: inout Turn) {
        guard let left = shown else { return }
        shown = nil
        turn.gone.append(left.key)
        keep(left)
    }

    /// Keeps the state of a feature that was shown, if the feature can begin there again.
    private mutating func keep(_ occupant: Occupant) {
        guard occupant.feature.isAtRest(occupant.state) else { return }
        kept.removeAll { $0.params == occupant.params }
        kept.append(occupant)
        if kept.count > Self.keptCount { kept.removeFirst() }
    }

    /// Shows the next feature if it has something to show.
    ///
    /// - Returns: the key of the former feature; nil if nothing has changed.
    mutating func advance() -> String? {
        guard let next, next.hasContent, shown?.isHeld != true else { return nil }
        let former = shown
        shown = next
        self.next = nil
        if let former { keep(former) }
        return former?.key
    }

    // MARK: The occupants

    /// The features that exist.
    var occupants: [Occupant] { [shown, next].compactMap(\.self) }

    /// Calls `body` with the occupant that has this key; returns nil if there is none.
    @discardableResult
    mutating func change<Result>(_ key: String, _ body: (inout Occupant) -> Result) -> Result? {
        // An occupant is moved out while it changes, so that a large state is not copied.
        if var occupant = shown, occupant.key == key {
            shown = nil
            defer { shown = occupant }
            return body(&occupant)
        }
        if var occupant = next, occupant.key == key {
            next = nil
            defer { next = occupant }
            return body(&occupant)
        }
        return nil
    }

    /// Clears the change hints of the features.
    mutating func forgetHints() {
        for key in occupants.map(\.key) { change(key) { $0.feature.forgetHints(in: &$0.state) } }
    }
}
