import FHJSON
import FHKindParts
import FeatureKit

/// The state of a form.
///
/// The fields are in containers: the form itself is one, and each item of a repeated field is one.
/// `FormState+Wire.swift` writes the state as JSON.
public struct FormState: Sendable, Equatable {
    enum Status: String, Sendable {
        case editing, validating, submitting, succeeded, failed
    }

    struct Focus: Sendable, Equatable {
        /// The focused field; nil if there is none.
        var address: FieldAddress?
        /// The number of times that the host has moved the focus.
        var sequence = 0
    }

    /// A container of fields: the form itself, or an item.
    struct Container: Sendable, Equatable {
        let scope: Int
        /// The repeated field that contains the item; nil for the form.
        let owner: FieldAddress?
        var fields: [FieldState]
        /// The JSON objects of the fields in a snapshot.
        ///
        /// They are stored apart from the states of the fields: otherwise a snapshot, which reads all texts, would copy
        /// each state.
        var texts: [JSONText] = []
        /// The item's object in the edited row; see ``FieldRow/origin``.
        var origin: JSONText?
        /// The item's position in the baseline; see ``FieldRow/place``.
        var place: Int?
    }

    /// The containers; the index of an item's container is part of the item's id.
    ///
    /// The form itself is at index 0.
    ///
    /// A removed container leaves a gap, so that no id is used twice.
    private(set) var containers: [Container?] = []
    /// The conflicts, by the local index of the field.
    ///
    /// Only fields outside of items can be in conflict.
    private(set) var conflicts: [Int: FieldState.Conflict] = [:]
    var status = Status.editing
    var submitCount = 0
    var result: JSONText?
    /// The messages of the violated rules of the form as a whole.
    var ruleMessages: [Message] = []
    /// The messages that the source has returned about the form as a whole for the last submit.
    var saidMessages: [Message] = []
    var focus = Focus()
    /// The index of the current step among all steps.
    var step = 0
    /// The visibility of each step.
    var visibleSteps: [Bool] = []
    var submission: Submission?
    /// The version of the row from which the baselines come; nil if unknown.
    var version: String?
    /// True if the form edits a row.
    var isAboutRow = false
    /// True if the edited row was deleted.
    ///
    /// Another row may have the id of the deleted row now.
    var isRowGone = false
    /// True if the presenter of the form answers the outputs of the form.
    var awaitsAnswers = false
    /// The request ids of the newest successful submits.
    ///
    /// A submit with one of these request ids does nothing.
    var succeededRequests: [String] = []
    /// The newest attempt to submit; nil if it has succeeded or was refused.
    var attempt: Submission.Attempt?
    var draft = Draft()
    /// The options from sources, by field index.
    var options: [Int: OptionList] = [:]
    var errors = ErrorList()

    /// The number of invalid fields.
    var wrongCount = 0
    /// The number of fields whose values a source is validating, or will validate after the debounce.
    var judgedCount = 0
    /// The number of changed fields, without the fields of items.
    var dirtyCount = 0
    /// The fields that have to be recomputed before the reducer returns.
    var stale: [FieldAddress: Staleness] = [:]
    /// The fields that have to be encoded again before the reducer returns.
    var unwritten: Set<FieldAddress> = []
    /// Fields that were removed while a source validated their value.
    var orphans: [FieldAddress] = []
    /// True if the messages about the form as a whole are to be recomputed.
    var isFormStale = true

    /// The reason for recomputing a field.
    enum Staleness: Sendable {
        /// Another field has changed, and this field depends on it.
        case dependent
        /// The field itself has changed.
        case changed
    }

    var isDirty: Bool { dirtyCount > 0 }
    var isValid: Bool { wrongCount == 0 && !ruleMessages.contains { $0.severity == .error } }
    /// True while a submit is in progress.
    var isBusy: Bool { submission != nil }

    // MARK: Containers and fields

    subscript(_ address: FieldAddress) -> FieldState {
        get { containers[address.container]!.fields[address.local] }
        _modify { yield &containers[address.container]!.fields[address.local] }
    }

    /// The JSON object of a field in a snapshot.
    func text(of address: FieldAddress) -> JSONText { containers[address.container]!.texts[address.local] }

    mutating func setText(_ text: JSONText, of address: FieldAddress) {
        containers[address.container]!.texts[address.local] = text
    }

    /// The conflict of a field; nil if there is none.
    func conflict(at address: FieldAddress) -> FieldState.Conflict? {
        conflicts.isEmpty || address.container != 0 ? nil : conflicts[address.local]
    }

    mutating func setConflict(_ conflict: FieldState.Conflict?, at address: FieldAddress) {
        if conflict == nil && conflicts.isEmpty || address.container != 0 { return }
        conflicts[address.local] = conflict
    }

    /// The value of a field in the edited row, as last read; for a form without a row, the baseline.
    func known(at address: FieldAddress) -> FieldValue { conflict(at: address)?.theirs ?? self[address].baseline }

    func has(_ address: FieldAddress) -> Bool { containers[address.container] != nil }
    func scope(of container: Int) -> Int { containers[container]?.scope ?? 0 }
    func owner(of container: Int) -> FieldAddress? { containers[container]?.owner }

    /// The addresses of all fields, in no particular order.
    var addresses: [FieldAddress] {
        containers.enumerated().flatMap { number, container in
            (container?.fields.indices ?? 0..<0).map { FieldAddress(number, $0) }
        }
    }

    /// Returns an item's object in the edited row; nil if the user has added the item.
    func origin(of item: Int) -> JSONText? { containers[item]?.origin }

    /// The position of an item in the baseline; nil if the item is not in the baseline.
    func place(of item: Int) -> Int? { containers[item]?.place }

    /// Stores an item's object in the edited row; nil if the row has no such object now.
    mutating func setOrigin(_ origin: JSONText?, of item: Int) { containers[item]?.origin = origin }

    mutating func setPlace(_ place: Int?, of item: Int) { containers[item]?.place = place }

    /// Adds a container and returns its index.
    mutating func add(_ container: Container) -> Int {
        var container = container
        container.texts = Array(repeating: .null, count: container.fields.count)
        containers.append(container)
        return containers.count - 1
    }

    mutating func remove(container: Int) {
        guard let fields = containers[container]?.fields else { return }
        for (local, field) in fields.enumerated() {
            let address = FieldAddress(container, local)
            count(field, by: -1, address)
            stale[address] = nil
            unwritten.remove(address)
            if field.judging != nil { orphans.append(address) }
            if case .items(let items) = field.value { for item in items { remove(container: item) } }
            if focus.address == address { focus.address = nil }
        }
        containers[container] = nil
    }

    /// Adds a field to the counts, or subtracts it if `sign` is negative.
    mutating func count(_ field: FieldState, by sign: Int, _ address: FieldAddress) {
        if field.isWrong { wrongCount += sign }
        if field.judging != nil { judgedCount += sign }
        // A repeated field is dirty if a field in its items is dirty, so only the form's own fields are counted.
        if address.container == 0, field.isDirty { dirtyCount += sign }
    }

    // MARK: Items

    /// The id of an item.
    static func key(ofItem number: Int) -> String { "k\(number)" }

    /// The item with this id in a repeated field; nil if there is none.
    func item(_ key: String, in address: FieldAddress) -> Int? {
        guard key.hasPrefix("k"), let number = Int(key.dropFirst()), Self.key(ofItem: number) == key,
            containers.indices.contains(number), containers[number]?.owner == address
        else { return nil }
        return number
    }

    // MARK: Stale fields

    mutating func note(_ address: FieldAddress, _ staleness: Staleness) {
        if staleness == .changed || stale[address] == nil { stale[address] = staleness }
        unwritten.insert(address)
    }
}

/// The address of a field: the index of its container, and its local index.
struct FieldAddress: Sendable, Hashable, Comparable {
    let container: Int
    let local: Int

    static func < (left: FieldAddress, right: FieldAddress) -> Bool {
        (left.container, left.local) < (right.container, right.local)
    }

    init(_ container: Int, _ local: Int) {
        self.container = container
        self.local = local
    }
}
