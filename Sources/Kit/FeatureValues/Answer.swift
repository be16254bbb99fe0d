import FHJSON

/// The answer that a step of a flow collects: the values of the step's feature.
public struct Answer: Sendable, Equatable {
    /// A value as shown to users.
    public struct Line: Sendable, Equatable {
        /// The path to the value: the ids of the enclosing steps from the outermost, and the name of the value's field.
        public let path: [String]
        /// The label of the field.
        public let label: String
        /// The value as text, such as the titles of the chosen options, or `Yes` and `No` for Boolean values.
        public let text: String

        /// Makes a line.
        public init(path: [String], label: String, text: String) {
            self.path = path
            self.label = label
            self.text = text
        }
    }

    /// An object with all values by name, without secrets.
    ///
    /// It includes the values that the user has not changed.
    public let values: JSONText
    /// The values that differ from the values in the row for which the feature was opened; nil if the feature can't
    /// determine them.
    public let changes: JSONText?
    /// The lines that a summary of the flow shows for the answer.
    public let lines: [Line]

    /// Makes an answer.
    public init(values: JSONText, changes: JSONText? = nil, lines: [Line]) {
        self.values = values
        self.changes = changes
        self.lines = lines
    }
}
