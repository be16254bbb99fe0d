import FHJSON

/// A placeholder in a command of a filter, such as `{}` or `{+2..}`.
struct FilterPlaceholder {
    /// The kind of value that a placeholder has.
    enum Kind: Equatable {
        /// The query.
        case query
        /// The index of a line, from 0.
        case index
        /// Some fields of a line; with no ranges, the whole line.
        case fields([FieldRange])
    }

    let kind: Kind
    /// True for the marked lines instead of the active one.
    let usesMarks: Bool
    /// True if the value is quoted for a shell.
    let isQuoted: Bool
    /// True if blanks around fields are left out.
    let trims: Bool
    /// True for the path of a file with the values, a line for each.
    let isFile: Bool

    /// Reads the text between braces; nil if it is not a placeholder.
    init?(_ text: Substring) {
        let flags = text.prefix { "+srf".contains($0) }
        let body = text[flags.endIndex...]
        isFile = flags.contains("f") || body == "nf"
        switch body {
        case "q" where !isFile: kind = .query
        case "n", "nf": kind = .index
        case "": kind = .fields([])
        default:
            guard let ranges = FieldRange.list(String(body)) else { return nil }
            kind = .fields(ranges)
        }
        usesMarks = flags.contains("+")
        isQuoted = !flags.contains("r")
        trims = !flags.contains("s")
    }
}

/// A command with placeholders.
///
/// `{}` is the active line, `{+}` the marked lines, `{2}` or `{-1}` a field, `{q}` the query and `{n}` the index of the
/// line. `{f}`, `{+f}`, `{f2}` and `{nf}` are paths of files with such values. A `\` before a placeholder makes it a
/// plain text. Other braces are plain texts too.
struct FilterTemplate {
    private enum Part {
        case text(String)
        case placeholder(FilterPlaceholder)
    }

    private var parts: [Part] = []

    /// Reads a command.
    init(_ command: String) {
        var plain = ""
        var rest = command[...]
        while let character = rest.popFirst() {
            let isEscaped = character == "\\" && rest.first == "{"
            let body = isEscaped ? rest.dropFirst() : rest
            guard isEscaped || character == "{", let end = body.firstIndex(of: "}"),
                let placeholder = FilterPlaceholder(body[..<end])
            else {
                plain.append(character)
                continue
            }
            rest = body[body.index(after: end)...]
            if isEscaped {
                plain += "{\(body[..<end])}"
            } else {
                parts += [.text(plain), .placeholder(placeholder)]
                plain = ""
            }
        }
        parts.append(.text(plain))
    }

    /// Returns true if the values are enough to run the command.
    ///
    /// As in fzf, a command with placeholders needs an active line, unless it has `{q}`, or `{+}` and there are marks.
    func isUsable(with values: FilterValues) -> Bool {
        let placeholders = parts.compactMap { if case .placeholder(let placeholder) = $0 { placeholder } else { nil } }
        return values.active != nil || placeholders.isEmpty || placeholders.contains { $0.kind == .query }
            || !values.marked.isEmpty && placeholders.contains(where: \.usesMarks)
    }

    /// Returns the command with values in place of its placeholders.
    func filled(_ values: FilterValues) -> FilledCommand {
        FilledCommand(
            parts.map { part in
                switch part {
                case .text(let text): .text(ExactText(text))
                case .placeholder(let placeholder) where placeholder.isFile: .file(values.bytes(of: placeholder))
                case .placeholder(let placeholder): .text(ExactText(values.text(of: placeholder)))
                }
            })
    }
}

/// The values of placeholders.
struct FilterValues {
    let lines: FilterLines
    /// The active line; nil if there is none.
    let active: Int?
    /// The marked lines.
    let marked: [Int]
    let query: String
    /// The byte that ends each value in a file.
    var ending = UInt8(ascii: "\n")

    private func rows(of placeholder: FilterPlaceholder) -> [Int] {
        placeholder.usesMarks && !marked.isEmpty ? marked : active.map { [$0] } ?? []
    }

    /// Returns the value of a placeholder as a part of a command; without a line, it is empty.
    func text(of placeholder: FilterPlaceholder) -> String {
        let quote = { (text: String) in placeholder.isQuoted ? Self.quoted(text) : text }
        let rows = rows(of: placeholder)
        switch placeholder.kind {
        case .query: return quote(query)
        case .index: return rows.map { String($0) }.joined(separator: " ")
        case .fields(let ranges):
            if rows.isEmpty { return quote("") }
            return rows.map { row in
                quote(String(decoding: fields(of: row, ranges, trims: placeholder.trims), as: UTF8.self))
            }.joined(separator: " ")
        }
    }

    /// Returns the content of a placeholder's file.
    func bytes(of placeholder: FilterPlaceholder) -> [UInt8] {
        var bytes: [UInt8] = []
        for row in rows(of: placeholder) {
            switch placeholder.kind {
            case .query: bytes += query.utf8
            case .index: bytes += String(row).utf8
            case .fields(let ranges): bytes += fields(of: row, ranges, trims: placeholder.trims)
            }
            bytes.append(ending)
        }
        return bytes
    }

    /// Returns a line, or some of its fields.
    private func fields(of row: Int, _ ranges: [FieldRange], trims: Bool) -> [UInt8] {
        let line = lines.printed(row)
        if ranges.isEmpty { return line }
        var bytes: [UInt8] = []
        for part in ranges.parts(of: line, lines.options.delimiter, trimmed: trims) { bytes += line[part] }
        return trims ? Self.trimmed(bytes) : bytes
    }

    private static func trimmed(_ bytes: [UInt8]) -> [UInt8] {
        let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        var rest = bytes.drop(while: isBlank)
        while let last = rest.last, isBlank(last) { rest.removeLast() }
        return Array(rest)
    }

    /// Quotes a text as one word for a shell.
    static func quoted(_ text: String) -> String {
        let parts = text.split(separator: "'", omittingEmptySubsequences: false)
        return "'" + parts.joined(separator: "'\\''") + "'"
    }
}
