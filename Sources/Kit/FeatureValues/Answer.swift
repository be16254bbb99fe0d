import FHJSON

/// The answer of a step in a flow: the values of the step's feature.
public struct Answer: Sendable, Equatable {
    /// A value as shown to users.
    public struct Line: Sendable, Equatable {
        /// The path to the value: the ids of the steps that contain it, and the name of its field.
        public let path: [String]
        /// The label of the field.
        public let label: String
        /// The value as text, such as the titles of the chosen options, or `Yes` and `No` for Boolean values.
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
