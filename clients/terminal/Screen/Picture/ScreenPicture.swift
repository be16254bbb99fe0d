/// A picture of a frame in the window of a terminal, as an SVG document.
///
/// Each text begins at the place of its first cell and is as wide as its cells, and the lines of frames are paths. So
/// the picture looks alike with every monospaced font. The document has no scripts and no references to other files,
/// and the same frame always gives the same bytes.
///
/// ```swift
/// let picture = ScreenPicture(of: frame, title: "Tasks", isDark: true)
/// print(picture.svg)
/// ```
public struct ScreenPicture {
    /// The size of a cell in pixels.
    static let cell = Size(9, 20)
    /// The distance in pixels from the left and right edge of the window to the cells.
    private static let side = 14
    /// The distance in pixels from the upper edge of the window to the cells, with the bar that has the title.
    private static let top = 42
    /// The distance in pixels from the cells to the lower edge of the window.
    private static let bottom = 12
    private static let barHeight = 34
    private static let fonts = """
        ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, 'DejaVu Sans Mono', 'Liberation Mono', monospace
        """

    private let frame: Canvas
    private let title: String
    private let colours: PictureColours

    /// Makes a picture.
    ///
    /// - Parameters:
    ///   - title: the title of the window and of the document.
    ///   - isDark: true for a window with a dark background.
    public init(of frame: Canvas, title: String, isDark: Bool) {
        self.frame = frame
        self.title = VisibleText.visible(title)
        colours = PictureColours(isDark: isDark)
    }

    private var width: Int { 2 * Self.side + frame.size.width * Self.cell.width }
    private var height: Int { Self.top + frame.size.height * Self.cell.height + Self.bottom }

    /// The document, with a line break at its end.
    public var svg: String {
        var lines = [
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width)\" height=\"\(height)\""
                + " viewBox=\"0 0 \(width) \(height)\" role=\"img\" aria-labelledby=\"title desc\">",
            "<title id=\"title\">\(XMLText.escaped(title))</title>",
            "<desc id=\"desc\">\(description)</desc>",
        ]
        lines += window
        lines.append("<g transform=\"translate(\(Self.side) \(Self.top))\">")
        lines += content
        lines += ["</g>", "</svg>"]
        return lines.map { $0 + "\n" }.joined()
    }

    /// The text of the screen, for readers that can't see the picture.
    private var description: String {
        let size = "A terminal with \(frame.size.width) columns and \(frame.size.height) rows:\n"
        return XMLText.escaped(size + (0..<frame.size.height).map(frame.text(ofRow:)).joined(separator: "\n"))
    }

    // MARK: The window

    private var window: [String] {
        let bar = Self.barHeight
        let dots = [18, 36, 54].map { "<circle cx=\"\($0)\" cy=\"\(bar / 2)\" r=\"5\"/>" }.joined()
        return [
            "<rect x=\".5\" y=\".5\" width=\"\(width - 1)\" height=\"\(height - 1)\" rx=\"10\""
                + " fill=\"\(colours.background)\" stroke=\"\(colours.border)\"/>",
            "<path d=\"M1 \(bar)V10.5a9.5 9.5 0 0 1 9.5-9.5H\(width - 11)a9.5 9.5 0 0 1 9.5 9.5V\(bar)z\""
                + " fill=\"\(colours.bar)\"/>",
            "<path d=\"M1 \(bar).5H\(width - 1)\" stroke=\"\(colours.border)\"/>",
            "<g fill=\"\(colours.dots)\">\(dots)</g>",
            "<text x=\"\(width / 2)\" y=\"\(bar / 2 + 5)\" text-anchor=\"middle\" font-size=\"13\""
                + " font-family=\"system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif\" fill=\"\(colours.title)\">"
                + "\(XMLText.escaped(shortTitle))</text>",
        ]
    }

    /// The part of the title that fits between the dots and the edge.
    private var shortTitle: String {
        let columns = max(1, frame.size.width - 16)
        if TextWidth.columns(of: title) <= columns { return title }
        return TextWidth.prefix(of: title, width: columns - 1) + "…"
    }

    // MARK: The cells

    private var content: [String] {
        let rows = PictureRows(frame, colours)
        var lines = rows.backgrounds
        lines += rows.lines
        lines.append("<g font-family=\"\(Self.fonts)\" font-size=\"15\" fill=\"\(colours.text)\">")
        lines += rows.texts
        lines.append("</g>")
        lines += rows.rules
        if let cursor = frame.cursor {
            let (x, y) = (cursor.x * Self.cell.width, cursor.y * Self.cell.height + 2)
            lines.append("<path d=\"M\(x) \(y)h2v16h-2z\" fill=\"\(colours.text)\"/>")
        }
        return lines
    }
}

/// Text in an XML document.
enum XMLText {
    /// Returns a text in which no character begins markup, and in which each character is allowed in XML 1.0.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "\t", "\n": escaped.unicodeScalars.append(scalar)
            case "\u{0}"..<" ", "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
