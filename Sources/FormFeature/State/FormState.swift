import FeatureKit
import JSON

/// What a form remembers.
///
/// Fields are in containers: the form itself, and each item of a repeated field.
/// What a front end sees of it is written in `FormState+Wire.swift`.
public struct FormState: Sendable, Equatable {
    enum Status: String, Sendable {
        case editing, validating, submitting, succeeded, failed
    }

    /// Where the cursor belongs.
    struct Focus: Sendable, Equatable {
        /// Nil where no field has it.
        var address: FieldAddress?
        /// Counts how often the host moved it.
        var sequence = 0
    }

    /// The form itself, or an item.
    struct Container: Sendable, Equatable {
        let scope: Int
        /// The repeated field that it is an item of; nil for the form.
        let owner: FieldAddress?
        var fields: [FieldState]
        /// Of an item, the object in the row that it was made of; see ``FieldRow/origin``.
        var origin: JSONText?
        /// Of an item, its place in the baseline; see ``FieldRow/place``.
        var place: Int?
    }

    /// By number: the form is 0, an item has the number of its id.
    ///
    /// What is gone leaves a gap, so that no id comes twice.
    private(set) var containers: [Container?] = []
    /// By the place of its field in the form: a value that both the user and others have changed.
    ///
    /// Items have none of their own.
    private(set) var conflicts: [Int: FieldState.Conflict] = [:]
    var status = Status.editing
    var submitCount = 0
    var result: JSONText?
    /// What is wrong with the form as a whole.
    var ruleMessages: [Message] = []
    /// What the source of a submit said of the form as a whole.
    var saidMessages: [Message] = []
    var focus = Focus()
    /// The place of the step that is shown, among all.
    var step = 0
    /// By step: whether it is there.
    var visibleSteps: [Bool] = []
    /// The submit under way.
    var submission: Submission?
    /// The version of the row that the baselines are; nil where that is not known.
    var version: String?
    /// Whether the form edits a row.
    var isAboutRow = false
    /// Whether that row is gone: another one may have its id.
    var isRowGone = false
    /// Whether whoever opened the form tells it what came of what it hands on.
    var awaitsAnswers = false
    /// The ids of the newest submits that succeeded: sent again they do nothing.
    var succeededRequests: [String] = []
    /// The last call to the source that is not known to have been done.
    var attempt: Submission.Attempt?
    var draft = Draft()
    /// By field of the declaration: what can be picked, where a source says so.
    var options: [Int: OptionList] = [:]
    var errors = ErrorList()

    /// How many fields that count are wrong, judged just now, or changed.
    var wrongCount = 0
    var judgedCount = 0
    var dirtyCount = 0
    /// Fields that are to be looked at, before a reduction ends.
    var stale: [FieldAddress: Staleness] = [:]
    /// Fields whose text is to be encoded anew, before a reduction ends.
    var unwritten: Set<FieldAddress> = []
    /// Fields that are gone while their value was being judged.
    var orphans: [FieldAddress] = []
    /// Whether what is said of the form as a whole is to be looked at.
    var isFormStale = true

    /// Why a field is looked at.
    enum Staleness: Sendable {
        /// What it depends on has changed.
        case dependent
        /// It has changed itself.
        case changed
    }

    var isDirty: Bool { dirtyCount > 0 }
    var isValid: Bool { wrongCount == 0 && !ruleMessages.contains { $0.severity == .error } }
    /// Whether a submit is under way.
    var isBusy: Bool { submission != nil }

    // MARK: Containers and fields

    subscript(_ address: FieldAddress) -> FieldState {
        get { containers[address.container]!.fields[address.local] }
        _modify { yield &containers[address.container]!.fields[address.local] }
    }

    /// The conflict of a field; nil where only one side has changed its value, or none.
    func conflict(at address: FieldAddress) -> FieldState.Conflict? {
        conflicts.isEmpty || address.container != 0 ? nil : conflicts[address.local]
    }

    mutating func setConflict(_ conflict: FieldState.Conflict?, at address: FieldAddress) {
        if conflict == nil && conflicts.isEmpty || address.container != 0 { return }
        conflicts[address.local] = conflict
    }

    /// The value of the row for a field, as far as the form was told.
    func known(at address: FieldAddress) -> FieldValue { conflict(at: address)?.theirs ?? self[address].baseline }

    func has(_ address: FieldAddress) -> Bool { containers[address.container] != nil }
    func scope(of container: Int) -> Int { containers[container]?.scope ?? 0 }
    func owner(of container: Int) -> FieldAddress? { containers[container]?.owner }

    /// Every field, in no order that means anything.
    var addresses: [FieldAddress] {
        containers.enumerated().flatMap { number, container in
            (container?.fields.indices ?? 0..<0).map { FieldAddress(number, $0) }
        }
    }

    /// The object in the row that an item was made of; nil of an item that a user has added.
    func origin(of item: Int) -> JSONText? { containers[item]?.origin }

    /// The place of an item in the baseline; nil of one that is not there.
    func place(of item: Int) -> Int? { containers[item]?.place }

    /// Takes over the object in the row that an item is made of now.
    mutating func setOrigin(_ origin: JSONText?, of item: Int) { containers[item]?.origin = origin }

    mutating func setPlace(_ place: Int?, of item: Int) { containers[item]?.place = place }

    /// The next container's number.
    mutating func add(_ container: Container) -> Int {
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

    /// Takes a field into the counts, or out of them.
    mutating func count(_ field: FieldState, by sign: Int, _ address: FieldAddress) {
        if field.isWrong { wrongCount += sign }
        if field.judging != nil { judgedCount += sign }
        // A repeated field is dirty where what is in it is.
        if address.container == 0, field.isDirty { dirtyCount += sign }
    }

    // MARK: Items

    /// An item's id.
    static func key(ofItem number: Int) -> String { "k\(number)" }

    /// The item of a repeated field with this id.
    func item(_ key: String, in address: FieldAddress) -> Int? {
        guard key.hasPrefix("k"), let number = Int(key.dropFirst()), Self.key(ofItem: number) == key,
            containers.indices.contains(number), containers[number]?.owner == address
        else { return nil }
        return number
    }

    // MARK: Noting what is to be done

    mutating func note(_ address: FieldAddress, _ staleness: Staleness) {
        if staleness == .changed || stale[address] == nil { stale[address] = staleness }
        unwritten.insert(address)
    }
}

/// Where a field is: the number of what it is in, and its place there.
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
