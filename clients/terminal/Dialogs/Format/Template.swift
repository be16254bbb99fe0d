import FHTerminalScreen

/// An error in a template.
struct TemplateFailure: Error, Equatable {
    /// The index of the character at which the error is.
    let place: Int
    /// The reason, for users.
    let reason: String
}

/// A template: text with calls such as `{{ Bold "Tasty" }}` and `{{ Color "99" "0" (Italic "Gum") }}`.
///
/// A result can be passed on: `{{ "Tasty" | Bold }}`. `{{-` and `-}}` remove the blanks
/// before and after the call.
struct Template {
    private static let attributes: [String: Style.Attributes] = [
        "Bold": .bold, "Faint": .dim, "Italic": .italic, "Underline": .underline, "Reverse": .reverse,
        "CrossOut": .strikethrough, "Overline": [], "Blink": [],
    ]

    private let text: [Character]
    private var place = 0

    /// Returns the text of a template as parts with styles.
    static func spans(_ text: String) throws(TemplateFailure) -> [StyledSpan] {
        var template = Template(text: Array(text))
        return try template.read()
    }

    private init(text: [Character]) { self.text = text }

    private mutating func read() throws(TemplateFailure) -> [StyledSpan] {
        var spans: [StyledSpan] = []
        var plain = ""
        while place < text.count {
            guard starts("{{") else {
                plain.append(text[place])
                place += 1
                continue
            }
            place += 2
            if starts("- ") {
                place += 1
                while plain.last?.isWhitespace == true { plain.removeLast() }
            }
            if !plain.isEmpty { spans.append(StyledSpan(plain)) }
            plain = ""
            spans += try pipeline()
            skipBlanks()
            let trims = starts("-}}")
            guard trims || starts("}}") else { throw failure("}} is missing") }
            place += trims ? 3 : 2
            if trims { skipBlanks() }
        }
        if !plain.isEmpty { spans.append(StyledSpan(plain)) }
        return spans
    }

    // MARK: Calls

    /// Reads calls with `|` between them.
    ///
    /// The result of each is the last argument of the next.
    private mutating func pipeline() throws(TemplateFailure) -> [StyledSpan] {
        var result = try call([])
        skipBlanks()
        while place < text.count, text[place] == "|" {
            place += 1
            result = try call([result])
            skipBlanks()
        }
        return result
    }

    private mutating func call(_ last: [[StyledSpan]]) throws(TemplateFailure) -> [StyledSpan] {
        skipBlanks()
        let start = place
        let name = String(text[place...].prefix { $0.isLetter })
        if name.isEmpty {
            guard last.isEmpty else { throw failure("a function is missing after |") }
            guard let argument = try argument() else { throw failure("a text or a function is missing") }
            return argument
        }
        place += name.count
        var arguments: [[StyledSpan]] = []
        while let argument = try argument() { arguments.append(argument) }
        return try apply(name, arguments + last, start)
    }

    private func apply(
        _ name: String, _ arguments: [[StyledSpan]], _ start: Int
    ) throws(TemplateFailure) -> [StyledSpan] {
        guard let content = arguments.last else { throw TemplateFailure(place: start, reason: "\(name) needs a text") }
        let colours = arguments.dropLast()
        if let attribute = Self.attributes[name] {
            guard colours.isEmpty else { throw TemplateFailure(place: start, reason: "\(name) needs one text") }
            return content.map { StyledSpan($0.text, $0.style.adding(attribute)) }
        }
        guard ["Color", "Foreground", "Background"].contains(name) else {
            throw TemplateFailure(place: start, reason: "there is no function \(name)")
        }
        let most = name == "Color" ? 2 : 1
        guard (1...most).contains(colours.count) else {
            let needed = most == 1 ? "a colour" : "1 or 2 colours"
            throw TemplateFailure(place: start, reason: "\(name) needs \(needed) and a text")
        }
        var values: [Colour] = []
        for colour in colours { values.append(try self.colour(colour.map(\.text).joined(), start)) }
        return content.map { span in
            var style = span.style
            let isBackground = name == "Background"
            if !isBackground, style.foreground == .standard { style.foreground = values[0] }
            let background = isBackground ? values[0] : values.count > 1 ? values[1] : .standard
            if style.background == .standard { style.background = background }
            return StyledSpan(span.text, style)
        }
    }

    private func colour(_ text: String, _ start: Int) throws(TemplateFailure) -> Colour {
        if text.isEmpty { return .standard }
        if let number = UInt8(text) { return .palette(number) }
        var digits = Array(text.dropFirst())
        if digits.count == 3 { digits = digits.flatMap { [$0, $0] } }
        if text.first == "#", digits.count == 6, let value = Int(String(digits), radix: 16), value >= 0 {
            return .rgb(UInt8(value >> 16), UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF))
        }
        throw TemplateFailure(place: start, reason: "“\(text)” is no colour: 0 to 255, or #RRGGBB")
    }

    // MARK: Arguments

    /// Reads a quoted text, a number or a call in parentheses; returns nil if none of them follows.
    private mutating func argument() throws(TemplateFailure) -> [StyledSpan]? {
        skipBlanks()
        guard place < text.count else { return nil }
        switch text[place] {
        case "\"": return [StyledSpan(try quoted())]
        case "`":
            guard let end = text[(place + 1)...].firstIndex(of: "`") else { throw failure("` is missing at the end") }
            defer { place = end + 1 }
            return [StyledSpan(String(text[(place + 1)..<end]))]
        case "(":
            place += 1
            let result = try pipeline()
            guard place < text.count, text[place] == ")" else { throw failure(") is missing") }
            place += 1
            return result
        case let character where character.isNumber && character.isASCII:
            let number = text[place...].prefix { $0.isNumber && $0.isASCII }
            place += number.count
            return [StyledSpan(String(number))]
        default: return nil
        }
    }

    private mutating func quoted() throws(TemplateFailure) -> String {
        var content = ""
        var index = place + 1
        while index < text.count, text[index] != "\"" {
            if text[index] == "\\", index + 1 < text.count {
                index += 1
                switch text[index] {
                case "n": content.append("\n")
                case "t": content.append("\t")
                default: content.append(text[index])
                }
            } else {
                content.append(text[index])
            }
            index += 1
        }
        guard index < text.count else { throw failure("\" is missing at the end") }
        place = index + 1
        return content
    }

    private mutating func skipBlanks() {
        while place < text.count, text[place].isWhitespace { place += 1 }
    }

    private func starts(_ mark: String) -> Bool { text[place...].starts(with: mark) }

    private func failure(_ reason: String) -> TemplateFailure { TemplateFailure(place: place, reason: reason) }
}
