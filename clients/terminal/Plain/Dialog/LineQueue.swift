/// The lines of the user that the dialog has not taken yet, in order.
struct LineQueue {
    /// A line of the user.
    struct Line {
        let text: String
        /// True if a terminal has shown the line behind the prompt, so that the dialog does not write it.
        let isShown: Bool
    }

    private var lines: [Line] = []
    /// True if no further lines follow.
    var hasEnded = false

    /// True if there is no line.
    var isEmpty: Bool { lines.isEmpty }

    mutating func append(_ line: Line) { lines.append(line) }

    /// Removes and returns the next line; nil if there is none.
    mutating func next() -> Line? { lines.isEmpty ? nil : lines.removeFirst() }
}
