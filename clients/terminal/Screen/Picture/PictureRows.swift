/// The cells of a frame as elements of an SVG document, row by row.
///
/// Neighbouring cells with the same look make one element.
struct PictureRows {
    /// The areas with a background of their own.
    private(set) var backgrounds: [String] = []
    /// The lines of frames and other characters that are drawn as paths.
    private(set) var lines: [String] = []
    /// The texts.
    private(set) var texts: [String] = []
    /// The lines under and through texts.
    private(set) var rules: [String] = []

    private let frame: Canvas
    private let colours: PictureColours
    private var run = PictureRun()

    init(_ frame: Canvas, _ colours: PictureColours) {
        self.frame = frame
        self.colours = colours
        var paths = PathsByLook()
        for y in 0..<frame.size.height {
            let cells = self.cells(ofRow: y)
            addBackgrounds(cells, y)
            addTexts(cells, y, &paths)
            addRules(cells, y)
        }
        lines = paths.elements(colours)
    }

    /// A character with its place.
    private struct Placed {
        let character: Character
        let x: Int
        let width: Int
        let look: PictureLook
    }

    private func cells(ofRow y: Int) -> [Placed] {
        let row = frame.row(y)
        return row.indices.compactMap { index in
            let cell = row[index]
            guard cell.width > 0 else { return nil }
            return Placed(
                character: frame.tables.character(of: cell.glyph), x: index - row.startIndex, width: Int(cell.width),
                look: PictureLook(frame.tables.styles[Int(cell.style)], colours))
        }
    }

    // MARK: Backgrounds and rules

    private mutating func addBackgrounds(_ cells: [Placed], _ y: Int) {
        for (range, background) in Self.spans(cells, { $0.look.background }) {
            let cell = ScreenPicture.cell
            backgrounds.append(
                "<path d=\"M\(range.lowerBound * cell.width) \(y * cell.height)h\(range.count * cell.width)"
                    + "v\(cell.height)H\(range.lowerBound * cell.width)z\" fill=\"\(background)\""
                    + " shape-rendering=\"crispEdges\"/>")
        }
    }

    private mutating func addRules(_ cells: [Placed], _ y: Int) {
        for (attribute, distance) in [(Style.Attributes.underline, 17), (.strikethrough, 10)] {
            let spans = Self.spans(cells) { $0.look.attributes.contains(attribute) ? $0.look.ofLine : nil }
            for (range, look) in spans {
                let cell = ScreenPicture.cell
                rules.append(
                    "<path d=\"M\(range.lowerBound * cell.width) \(y * cell.height + distance).5"
                        + "h\(range.count * cell.width)\" stroke=\"\(look.foreground ?? colours.text)\""
                        + "\(look.attributes.contains(.dim) ? " stroke-opacity=\".55\"" : "")/>")
            }
        }
    }

    /// Returns the columns of neighbouring cells that have the same value, with the value; without cells that have none.
    private static func spans<Value: Equatable>(
        _ cells: [Placed], _ value: (Placed) -> Value?
    ) -> [(range: Range<Int>, value: Value)] {
        var spans: [(range: Range<Int>, value: Value)] = []
        for cell in cells {
            guard let value = value(cell) else { continue }
            let end = cell.x + cell.width
            if let last = spans.last, last.range.upperBound == cell.x, last.value == value {
                spans[spans.count - 1].range = last.range.lowerBound..<end
            } else {
                spans.append((cell.x..<end, value))
            }
        }
        return spans
    }

    // MARK: Texts

    private mutating func addTexts(_ cells: [Placed], _ y: Int, _ paths: inout PathsByLook) {
        for cell in cells {
            if cell.character == " " { continue }
            if let path = DrawnCharacter.path(cell.character) {
                paths.add(path, at: Point(cell.x, y), cell.look.ofLine, isRule: cell.character == DrawnCharacter.rule)
                continue
            }
            let look = cell.look.ofText
            if !run.append(cell.character, x: cell.x, width: cell.width, look) {
                endRun(y)
                _ = run.append(cell.character, x: cell.x, width: cell.width, look)
            }
        }
        endRun(y)
    }

    private mutating func endRun(_ y: Int) {
        if let element = run.element(y) { texts.append(element) }
        run = PictureRun()
    }
}

/// A text with one look: words with single blanks between them.
private struct PictureRun {
    private var text = ""
    private var x = 0
    private var end = 0
    private var look: PictureLook?
    /// True if no character can be appended, because fonts may give the character a width of their own.
    private var isClosed = false

    /// Appends a character; returns false if the character has to begin another text.
    mutating func append(_ character: Character, x: Int, width: Int, _ look: PictureLook) -> Bool {
        let isPlain = width == 1 && (character.isASCII || character.isLetter && character.unicodeScalars.count == 1)
        guard self.look != nil else {
            (text, self.x, end, self.look, isClosed) = (String(character), x, x + width, look, !isPlain)
            return true
        }
        guard isPlain, !isClosed, look == self.look, x - end <= 1 else { return false }
        text += (x > end ? " " : "") + String(character)
        end = x + 1
        return true
    }

    /// Returns the text as an element; nil if there is none.
    func element(_ y: Int) -> String? {
        guard let look else { return nil }
        let cell = ScreenPicture.cell
        var element = "<text x=\"\(x * cell.width)\" y=\"\(y * cell.height + 15)\""
        element += " textLength=\"\((end - x) * cell.width)\" lengthAdjust=\"spacingAndGlyphs\""
        if let foreground = look.foreground { element += " fill=\"\(foreground)\"" }
        if look.attributes.contains(.bold) { element += " font-weight=\"700\"" }
        if look.attributes.contains(.italic) { element += " font-style=\"italic\"" }
        if look.attributes.contains(.dim) { element += " fill-opacity=\".55\"" }
        return element + ">\(XMLText.escaped(text))</text>"
    }
}

/// The paths of drawn characters, in one element for each look.
private struct PathsByLook {
    private struct Key: Hashable {
        let look: PictureLook
        let isArea: Bool
    }

    private var keys: [Key] = []
    private var paths: [Key: String] = [:]
    /// The rule that the next cell may continue.
    private var rule: (key: Key, start: Point, length: Int)?

    mutating func add(_ path: DrawnCharacter.Path, at point: Point, _ look: PictureLook, isRule: Bool) {
        let (text, isArea) =
            switch path {
            case .line(let text): (text, false)
            case .area(let text): (text, true)
            }
        let key = Key(look: look, isArea: isArea)
        if let rule, isRule, rule.key == key, rule.start.y == point.y, rule.start.x + rule.length == point.x {
            self.rule?.length += 1
            return
        }
        endRule()
        if isRule {
            rule = (key, point, 1)
        } else {
            append("M\(point.x * ScreenPicture.cell.width) \(point.y * ScreenPicture.cell.height)\(text)", key)
        }
    }

    private mutating func endRule() {
        guard let (key, start, length) = rule else { return }
        let cell = ScreenPicture.cell
        append("M\(start.x * cell.width) \(start.y * cell.height + cell.height / 2).5h\(length * cell.width)", key)
        rule = nil
    }

    private mutating func append(_ path: String, _ key: Key) {
        if paths[key] == nil { keys.append(key) }
        paths[key, default: ""] += path
    }

    /// Returns the elements, in the order in which their looks came first.
    mutating func elements(_ colours: PictureColours) -> [String] {
        endRule()
        return keys.map { key in
            let colour = key.look.foreground ?? colours.text
            let paint = key.isArea ? "fill=\"\(colour)\"" : "fill=\"none\" stroke=\"\(colour)\""
            let opacity = key.look.attributes.contains(.dim) ? " opacity=\".55\"" : ""
            return "<path d=\"\(paths[key] ?? "")\" \(paint)\(opacity)/>"
        }
    }
}
