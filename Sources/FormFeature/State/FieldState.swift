import JSON

/// What a form remembers of a field.
struct FieldState: Sendable, Equatable {
    /// How the row that the form is about writes the value; nil where it is as the field would.
    var spelling: Spelling?
    /// What that row has, where the field can't hold it.
    var misfit: JSONText?

    /// What a source said of a value.
    struct Verdict: Sendable, Equatable {
        let value: FieldValue
        let messages: [Message]
    }

    /// That others have changed a value which a user has changed too.
    struct Conflict: Sendable, Equatable {
        /// The value that both began with.
        let base: FieldValue
        /// The value that others have made of it.
        let theirs: FieldValue
    }

    var value: FieldValue
    /// What it counts as changed from; of a repeated field the rows.
    var baseline: FieldValue
    /// Whether value and baseline differ.
    var isDirty = false
    /// Whether it was left once, or the form was checked.
    var isTouched = false
    /// Whether something was entered since it was at its baseline.
    var isChanged = false
    /// Whether its messages were shown once.
    var isRevealed = false
    /// Whether they are shown now.
    var showsMessages = false
    /// What its conditions say, and those of what it is in.
    var isVisible = true
    var isEnabled = true
    var isRequired = false
    /// The limits that other fields say, as they are now.
    var limits: [FieldConstraints.Limit: FieldNumber] = [:]
    /// True of a value that the row has which the form is about, as long as nothing was entered in its place.
    ///
    /// An empty field is none, but where the field can't hold what the row has.
    var isAsRead = false
    /// What is wrong by the declaration.
    var messages: [Message] = []
    /// True where ``messages`` has warnings that would be errors of a value that was entered.
    var isOddAsRead = false
    /// The value that the source is asked about.
    var judging: FieldValue?
    var verdict: Verdict?
    /// The value that the source failed to judge: it is not asked again by itself.
    var unjudged: FieldValue?
    /// What the source of a submit said.
    var said: [Message] = []
    /// Whether it keeps the form from being handed on.
    var isWrong = false
    /// As a snapshot shows it.
    var text = JSONText.null

    init(_ value: FieldValue, baseline: FieldValue) {
        self.value = value
        self.baseline = baseline
    }

    /// Whether it is checked and handed on.
    var counts: Bool { isVisible && isEnabled }

    /// True as long as the row has a value that the field can't hold, and nothing was entered in its place.
    var isMisfit: Bool { misfit != nil && !isChanged }

    /// All that is wrong, in the order in which it is shown.
    var allMessages: [Message] {
        if !counts { return [] }
        var judged = verdict.map { $0.value == value ? $0.messages : [] } ?? []
        if isAsRead { judged = judged.map(\.asWarning) }
        let own = messages + judged + said
        return own.filter { $0.severity == .error } + own.filter { $0.severity == .warning }
    }

    // MARK: When messages are shown

    /// Whether a front end shows the messages now: what is wrong with the row is shown at once.
    var showsAnyMessages: Bool { showsMessages || isMisfit || isOddAsRead }

    mutating func reveal() {
        isTouched = true
        isRevealed = true
        showsMessages = true
    }

    /// It is as if nobody had seen it.
    mutating func beginAnew() {
        isTouched = false
        isChanged = false
        isRevealed = false
        showsMessages = false
    }
}
