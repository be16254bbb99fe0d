import FHJSON
import FHTerminalClient

/// The words about a field: its value, its state and its messages.
struct FieldWords {
    private let field: PlainField

    init(_ field: PlainField) { self.field = field }

    private var json: JSONValue { field.json }
    private var jsonValue: JSONValue { json["value"] ?? .null }

    /// The value; empty for a field that has none of its own.
    var value: String {
        switch field.kind {
        case .group: return ""
        case .secret: return jsonValue.isTrue("isSet") ? "set" : "not set"
        case .yesOrNo: return ValueText.isOn(jsonValue) ? "yes" : "no"
        case .items: return PlainText.count(json.objects("items").count, "item")
        case .day:
            let text = FieldText.plain(jsonValue)
            return text.isEmpty
                ? "empty" : [text, CalendarDay(text)?.weekday].compactMap { $0 }.joined(separator: ", ")
        case .options where jsonValue.count == 0: return "none chosen"
        default: return PlainText.indented(FieldText.titled(jsonValue, of: json))
        }
    }

    /// The value that others have written.
    var theirs: String { PlainText.indented(FieldText.titled(field.theirs ?? .null, of: json)) }

    /// Words about the state: the constraints, the conflict and the messages.
    var flags: [String] {
        var flags: [String] = []
        if json.isTrue("required") { flags.append("required") }
        if !field.isEnabled { flags.append("can't be changed") }
        if json.isTrue("validating") { flags.append("being checked") }
        if field.theirs != nil { flags.append("changed by others, theirs: \(theirs)") }
        return flags + messages
    }

    /// The shown errors and warnings.
    var messages: [String] {
        field.messages.map { message in
            let kind = message.text("severity") == "warning" ? "warning" : "error"
            return "\(kind): \(PlainText.indented(message.text("text")))"
        }
    }

    /// The line of a page about the field.
    func item(number: Int, isSilent: Bool) -> Page.Item {
        let value = value
        return Page.Item(
            id: "field \(field.path)", number: field.isAsked ? number : nil,
            text: value.isEmpty ? "\(field.name):" : "\(field.name): \(value)", flags: flags, isSilent: isSilent)
    }

    // MARK: The question

    /// The lines before the prompt: the label with the value, hints, errors and options.
    func question(_ options: FieldOptions?) -> [String] {
        var head = [field.name]
        if json.isTrue("required") { head.append("required") }
        if let range { head.append(range) }
        switch field.kind {
        case .items, .secret: head.append(value)
        default: head.append("now \(value)")
        }
        var lines = [PlainText.sentence(head.joined(separator: ", "))]
        lines += messages.map { "  " + $0.asBeginning }
        lines += hints + (format.isEmpty ? [] : ["  \(format)."])
        return lines + (options?.lines ?? [])
    }

    /// The hints of the declaration.
    var hints: [String] {
        let hints = json.object("hints")
        return [json.text("description"), hints.text("help"), hints.text("placeholder")].filter { !$0.isEmpty }.map {
            hint in
            "  \(PlainText.sentence(PlainText.indented(hint)))"
        }
    }

    private var format: String {
        switch field.kind {
        case .secret: return "It is not shown while you type it"
        case .lines: return "Type lines; a line with only a dot ends the text. An empty first line keeps the value"
        case .text, .day:
            let shape = FieldShape(json.text("type"))
            return shape.isDate ? "In the form \(shape.text)" : shape.text.asBeginning
        default: return ""
        }
    }

    /// The range of a number, such as `from 1 to 99`; nil if it has no limits.
    private var range: String? {
        let least = json["minimum"]?.doubleValue.map { "from \(FieldText.number($0))" }
        let most = json["maximum"]?.doubleValue.map { "to \(FieldText.number($0))" }
        let parts = [least, most].compactMap { $0 }
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }

    /// The prompt.
    var prompt: String {
        switch field.kind {
        case .yesOrNo: "\(field.name), yes or no: "
        case .option: "\(field.name), a number or a title: "
        case .options: "\(field.name), numbers to tick or untick, or an empty line to go on: "
        case .items: "\(field.name), add, remove NUMBER, or an empty line to go on: "
        default: "\(field.name): "
        }
    }
}

/// The options of a field, with the numbers by which the user chooses them.
struct FieldOptions {
    /// The number of options that are said at once.
    private static let most = 20

    private let field: PlainField
    private let options: [JSONValue]
    private let chosen: [JSONValue]
    /// True if several options can be chosen.
    let isMany: Bool

    /// Reads the options; nil if the field has none.
    init?(_ field: PlainField) {
        switch field.kind {
        case .option: isMany = false
        case .options: isMany = true
        default: return nil
        }
        self.field = field
        options = field.json.objects("options")
        let value: JSONValue = field.json["value"] ?? .null
        chosen = isMany ? (value.isArray ? Array(value.elements) : []) : value.isNull ? [] : [value]
    }

    /// True if the options come from a source, which searches them.
    var isSearched: Bool { field.json.value("optionsFrom") != nil }
    private var source: JSONValue { field.json.object("optionsFrom") }
    /// True if further options can be loaded.
    var hasMore: Bool { isSearched && source["endReached"]?.boolValue == false }

    private func title(_ option: JSONValue) -> String {
        let title = FieldText.plain(option["title"] ?? .null)
        return PlainText.line(title.isEmpty ? FieldText.plain(option["value"] ?? .null) : title)
    }

    /// True if the user can choose no option.
    private var mayBeNone: Bool { !isMany && (field.json["allowsNone"]?.boolValue != false || chosen.isEmpty) }

    /// The lines of the options, and a message about them.
    var lines: [String] {
        var lines = mayBeNone ? ["  0. none"] : []
        for (index, option) in options.prefix(Self.most).enumerated() { lines.append(line(index, option)) }
        let rest = options.count - Self.most
        if rest > 0 { lines.append("  and \(rest) more; type words to find them.") }
        if isSearched {
            if source.text("status") == "failed" { lines.append("  The options could not be loaded.") }
            if options.isEmpty, source.text("status") == "idle" { lines.append("  Nothing matches.") }
            if hasMore { lines.append("  There are more; type words to find them, or :more.") }
        } else if options.isEmpty {
            lines.append("  There are no options.")
        }
        return lines
    }

    private func line(_ index: Int, _ option: JSONValue) -> String {
        let isChosen = option["value"].map(chosen.contains) ?? false
        return "  \(index + 1). \(title(option))\(isChosen ? (isMany ? ", ticked" : ", chosen") : "")"
    }

    /// The meaning of an answer.
    enum Answer {
        /// The value of the field.
        case value(JSONValue)
        /// Words for which the source is searched.
        case search(String)
        /// No value, with lines that say why.
        case none([String])
    }

    /// Returns the meaning of an answer: numbers, a title, the beginning of a title, or words.
    func meaning(of line: String) -> Answer {
        if let numbers = Numbers.parse(line), isMany || numbers.count == 1 {
            if numbers == [0], mayBeNone { return .value(.null) }
            let found = numbers.compactMap { options.indices.contains($0 - 1) ? options[$0 - 1] : nil }
            if found.count == numbers.count { return value(of: found) }
        }
        let name = Vocabulary.folded(line)
        if let exact = options.first(where: { Vocabulary.folded(title($0)) == name }) { return value(of: [exact]) }
        if mayBeNone, name == "none" { return .value(.null) }
        let words = SearchWords(line)
        let begun = options.filter { Vocabulary.folded(title($0)).hasPrefix(name) }
        let found = begun.count == 1 ? begun : options.filter { words.match(title($0)) }
        if found.count == 1, !hasMore { return value(of: found) }
        if isSearched { return .search(line) }
        if found.isEmpty { return .none(["There is no such option."]) }
        let lines = options.enumerated().filter { words.match(title($1)) }.map { self.line($0, $1) }
        return .none(lines)
    }

    private func value(of found: [JSONValue]) -> Answer {
        let values = found.compactMap { $0["value"] }
        guard isMany else { return .value(values.first ?? .null) }
        let order = isSearched ? [] : options.compactMap { $0["value"] }
        return .value(FieldText.json(values.reduce(chosen) { FieldText.toggled($0, $1, order: order) }))
    }
}
