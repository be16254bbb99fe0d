import JSON

/// What a feature holds as the answer of a step.
public struct Answer: Sendable, Equatable {
    /// A value as a person reads it.
    public struct Line: Sendable, Equatable {
        /// The names that lead to the value.
        public let path: [String]
        /// The label of the field.
        public let label: String
        /// The value in words: the titles of options, `Yes` and `No`.
        public let text: String

        /// Makes a line.
        public init(path: [String], label: String, text: String) {
            self.path = path
            self.label = label
            self.text = text
        }
    }

    /// All values by name, those included that nobody has changed; without secrets.
    public let values: JSONText
    /// The values that differ from the row that the feature was opened about; nil where the feature can't say so.
    public let changes: JSONText?
    /// What a summary shows of it.
    public let lines: [Line]

    /// Makes an answer.
    public init(values: JSONText, changes: JSONText? = nil, lines: [Line]) {
        self.values = values
        self.changes = changes
        self.lines = lines
    }
}
