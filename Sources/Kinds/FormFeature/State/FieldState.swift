import FHJSON

struct FieldState: Sendable, Equatable {
    /// The spelling of the value in the edited row; nil if it is the field's own spelling.
    var spelling: Spelling?
    /// The value in the edited row, if the field can't hold it; nil otherwise.
    var misfit: JSONText?

    /// The validation result of a source for a value.
    struct Verdict: Sendable, Equatable {
        let value: FieldValue
        let messages: [Message]
    }

    /// A conflict: others have changed a value that the user has changed too.
    struct Conflict: Sendable, Equatable {
        /// The common base of both changes.
        let base: FieldValue
        /// The value changed by others.
        let theirs: FieldValue
    }

    var value: FieldValue
    /// The value with which the current value is compared to detect changes.
    ///
    /// For a repeated field, it consists of rows.
    var baseline: FieldValue
    /// True if the value differs from the baseline.
    var isDirty = false
    /// True if the user has left the field once, or the form was validated or submitted.
    var isTouched = false
    /// True if the user has entered a value since the last reset.
    var isChanged = false
    /// True if the field's messages have been shown at least once.
    var isRevealed = false
    /// True if the field's messages are shown now.
    var showsMessages = false
    /// True if the field and all fields that enclose it are visible.
    var isVisible = true
    /// True if the field and all fields that enclose it are enabled.
    var isEnabled = true
    /// True if the field must not be empty now.
    var isRequired = false
    /// The current limits that come from other fields.
    var limits: [FieldConstraints.Limit: FieldNumber] = [:]
    /// True if the value comes from the edited row and the user has not replaced it.
    ///
    /// For an empty field, true only if the row has a value that the field can't hold.
    var isAsRead = false
    /// The messages that result from the declaration.
    var messages: [Message] = []
    /// True if ``messages`` contains warnings about the value in the edited row, which would be errors if the user had
    /// entered the value.
    var isOddAsRead = false
    /// The value that a source is validating, or will validate after the debounce; nil if there is none.
    var judging: FieldValue?
    var verdict: Verdict?
    /// The value that a source could not validate because of a failure; nil if there is none.
    ///
    /// While the field has this value, no validation starts automatically.
    var unjudged: FieldValue?
    /// The messages that the source has returned about the field for the last submit.
    var said: [Message] = []
    /// True if an error in the field prevents a submit.
    var isWrong = false

    init(_ value: FieldValue, baseline: FieldValue) {
        self.value = value
        self.baseline = baseline
    }

    /// True if the field is validated and submitted.
    var counts: Bool { isVisible && isEnabled }

    /// True if the edited row has a value that the field can't hold, and the user has not replaced it.
    var isMisfit: Bool { misfit != nil && !isChanged }

    /// All messages in display order, with the errors first.
    var allMessages: [Message] {
        if !counts { return [] }
        var judged = verdict.map { $0.value == value ? $0.messages : [] } ?? []
        if isAsRead { judged = judged.map(\.asWarning) }
        let own = messages + judged + said
        return own.filter { $0.severity == .error } + own.filter { $0.severity == .warning }
    }

    // MARK: Visibility of messages

    /// True if clients show the messages now.
    ///
    /// Messages about the value in the edited row are always shown.
    var showsAnyMessages: Bool { showsMessages || isMisfit || isOddAsRead }

    mutating func reveal() {
        isTouched = true
        isRevealed = true
        showsMessages = true
    }

    /// Resets the interaction state, as if the user had not used the field.
    mutating func beginAnew() {
        isTouched = false
        isChanged = false
        isRevealed = false
        showsMessages = false
    }
}
