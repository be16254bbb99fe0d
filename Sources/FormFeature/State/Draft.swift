import JSON

/// What is known of a form's draft.
struct Draft: Sendable, Equatable {
    /// What an earlier time left, where nobody has decided about it.
    var offered: JSONText?
    /// Whether the source has a row of it.
    var isKept = false
    /// Whether it is known what the source has.
    var isKnown = false
    /// Whether the source is writing, and whether it is to write again then.
    var isWriting = false
    var isWanted = false
}
