public import FHJSON

/// The texts that the host has written for the formatted columns of a row, and the tone of the row.
public struct RowCells: Sendable, Equatable {
    /// The text of one value.
    public struct Cell: Sendable {
        /// The largest number of characters of a text.
        private static let longest = 5_000

        private let json: JSONValue

        /// Reads a cell.
        public init(_ json: JSONValue) {
            self.json = json
        }

        /// The text without its icon.
        public var text: String { String(json.text("text").prefix(Self.longest)) }
        /// The name of a tone; empty for none.
        public var tone: String { json.text("tone") }
        /// True if the text stands for a URL.
        public var isLink: Bool { json["link"] != nil }

        /// The text, after the glyph of its icon.
        public var line: String { IconGlyph.glyph(of: json.text("icon")).map { "\($0) \(text)" } ?? text }

        /// The text for people who hear it: without bars and curves; empty if nothing else remains.
        public var spoken: String {
            String(text.filter { !"█░▁▂▃▄▅▆▇".contains($0) }).trimmingSpaces
        }
    }

    /// No cells and no tone.
    public static let none = RowCells(.emptyObject)

    private let cells: JSONValue?
    /// The name of the row's tone; empty for none.
    public let tone: String

    /// Reads the cells of a row in a state.
    public init(_ item: JSONValue) {
        cells = item["cells"]
        tone = item.text("tone")
    }

    /// The cell of a column; nil if the value is drawn instead.
    public subscript(key: String) -> Cell? { cells?[key].map { Cell($0) } }
}

extension String {
    fileprivate var trimmingSpaces: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
