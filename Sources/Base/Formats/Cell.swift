/// A value as a client draws it: a text, and hints about its appearance.
public struct Cell: Sendable, Equatable {
    /// The text in one line; empty if nothing is drawn.
    public var text: String
    /// The meaning of the value; nil for an ordinary value.
    public var tone: Tone?
    /// The name of an icon that is drawn before the text; nil for none.
    public var icon: String?
    /// The URL that the value stands for; nil if there is none.
    public var link: String?

    /// Makes a cell; a space takes the place of each control character of the text, such as a line break.
    public init(_ text: String, tone: Tone? = nil, icon: String? = nil, link: String? = nil) {
        self.text = Self.line(text)
        self.tone = tone
        self.icon = icon
        self.link = link
    }
}

extension Cell {
    private static func line(_ text: String) -> String {
        func isControl(_ scalar: Unicode.Scalar) -> Bool {
            scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || (0x2028...0x2029).contains(scalar.value)
        }
        // Nearly no text has one.
        if !text.unicodeScalars.contains(where: isControl) { return text }
        var line = String.UnicodeScalarView()
        line.append(contentsOf: text.unicodeScalars.map { isControl($0) ? " " : $0 })
        return String(line)
    }
}

/// The meaning of a value or a row, from which a client chooses a colour.
public enum Tone: String, Sendable, CaseIterable {
    case success, warning, error, info, accent, dim
}
