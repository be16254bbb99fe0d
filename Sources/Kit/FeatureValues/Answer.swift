import FHJSON

/// The values of a feature, which are the answer of a step.
public struct Answer: Sendable, Equatable {
    /// A value as shown to users.
    public struct Line: Sendable, Equatable {
        /// The names that lead to the value.
        public let path: [String]
        /// The label of the field.
        public let label: String
        /// The value in words: the titles of options, `Yes` and `No`.
        public let text: String

        /// Makes a line from its parts.
        public init(path: [String], label: String, text: String) {
            self.path = path
            self.label = label
            self.text = text
        }
    }

    /// All values by name, including unchanged ones, without secrets.
    public let values: JSONText
    /// The values that differ from those in the row for which the feature was opened; nil if the feature can't
    /// determine them.
    public let changes: JSONText?
    /// The lines of a summary.
    public let lines: [Line]

    /// Makes an answer from its parts.
    public init(values: JSONText, changes: JSONText? = nil, lines: [Line]) {
        self.values = values
        self.changes = changes
        self.lines = lines
    }
}
