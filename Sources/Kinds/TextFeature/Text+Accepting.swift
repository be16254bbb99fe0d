import FHJSON
import FHKindParts
import FHRowCollections
import FeatureKit

/// Lines that were read to be copied.
public struct CopiedText: Sendable, Equatable {
    let from: Int
    let count: Int
    let text: String
}

/// Copying lines, and accepting links, places in files, and hunks.
extension Text {
    /// The maximum number of lines that are copied at a time.
    static let mostCopied = 10_000
    /// The maximum length of copied lines in bytes.
    static let longestCopy = 1 << 20

    // MARK: Copying

    func copy(_ from: Int?, _ to: Int?, _ state: inout TextState) -> Effect<Action> {
        let first = from.map { $0 - 1 } ?? state.position.active
        let last = min(to.map { $0 - 1 } ?? first, state.isWhole ? state.count - 1 : .max)
        state.faults.removeAll(of: "copy")
        let places = first..<last + 1
        if state.segment.places.clamped(to: places) == places {
            let lines = state.segment.lines[first - state.segment.first...last - state.segment.first]
            let text = lines.map(\.text).joined(separator: "\n")
            return copied(.success(CopiedText(from: first, count: places.count, text: text)), &state)
        }
        let request = FetchRequest(start: .offset(first), limit: places.count)
        let (key, format) = (configuration.key, state.head.format)
        return Effect.ask("copy", name: "copy", configuration.source.fetch(request)) { page in
            let lines = page.rows.map { LineScanner.shownText($0.lineText(key), format) }
            let text = CopiedText(from: first, count: lines.count, text: lines.joined(separator: "\n"))
            return .copied(.success(text))
        } failed: { failure in
            .copied(.failure(failure))
        }
        .cancellable("copy", cancelInFlight: true)
    }

    func copied(_ result: Result<CopiedText, Failure>, _ state: inout TextState) -> Effect<Action> {
        switch result {
        case .success(let copied) where copied.text.utf8.count > Self.longestCopy:
            let failure = Failure(
                "tooLarge", "the lines have more than \(Self.longestCopy) bytes; copy fewer", retryable: false)
            state.faults.add(failure, display: .banner, operation: "copy")
        case .success(let copied):
            guard copied.count > 0 else { return .none }
            state.copied = CopiedLines(from: copied.from + 1, to: copied.from + copied.count, text: copied.text)
        case .failure(let failure): state.faults.add(failure, display: .banner, operation: "copy", retry: nil)
        }
        return .none
    }

    // MARK: Accepting

    /// The span that `acceptSpan` means, with the place of its line: the span that contains a position or, without a
    /// position, the first one of the line that can be accepted, or that of the hunk to which the line belongs.
    func span(_ line: Int?, _ start: Int?, in state: TextState) -> (span: Span, place: Int)? {
        let place = line.map { $0 - 1 } ?? state.position.active
        guard let found = state.segment[place] else { return nil }
        let span = found.spans.first { $0.isAcceptable && (start.map($0.range.contains) ?? true) }
        if let span { return (span, place) }
        guard start == nil, state.head.format == .diff else { return nil }
        let lines = state.segment.lines[...(place - state.segment.first)]
        let isInside = { (line: Line) in line.text.isEmpty || " +-\\".contains(line.text.first!) }
        guard let header = lines.lastIndex(where: { !isInside($0) }), lines[header].mark == .hunk,
            let span = lines[header].spans.first
        else { return nil }
        return (span, state.segment.first + header)
    }

    func acceptSpan(_ line: Int?, _ start: Int?, _ state: inout TextState) -> Effect<Action> {
        guard let (span, place) = span(line, start, in: state) else { return .none }
        state.position.active = line.map { $0 - 1 } ?? state.position.active
        state.faults.removeAll(of: "acceptSpan")
        switch span.style {
        case .link: return .output(Output("openLink", value: .object("url", .string(span.target ?? ""))))
        case .location: return .output(Output("openLocation", value: FileLocation(span.target ?? "").value))
        default: return acceptHunk(at: place, &state)
        }
    }

    /// Reads the whole hunk, and the header of its file.
    private func acceptHunk(at place: Int, _ state: inout TextState) -> Effect<Action> {
        let first = max(0, place - 10_000)
        let request = FetchRequest(start: .offset(first), limit: 20_000)
        let key = configuration.key
        return Effect.ask("accept", name: "acceptSpan", configuration.source.fetch(request)) { page in
            let lines = page.rows.map { $0.lineText(key) }
            guard let hunk = Hunk(lines, at: place - first) else { throw Failure.noHunk }
            return .accepted(.success(Output("openHunk", value: hunk.value)))
        } failed: { failure in
            .accepted(.failure(failure))
        }
        .cancellable("accept", cancelInFlight: true)
    }

    func accepted(_ result: Result<Output, Failure>, _ state: inout TextState) -> Effect<Action> {
        switch result {
        case .success(let output): return .output(output)
        case .failure(let failure):
            state.faults.add(failure, display: .banner, operation: "acceptSpan", retry: nil)
            return .none
        }
    }
}

extension Failure {
    fileprivate static let noHunk = Failure(
        "invalidData", "the lines of the hunk, or the names of its files before it, are missing", retryable: false)
}

/// A place in a file: `path:line`, or `path:line:column`.
struct FileLocation {
    /// The value of the output `openLocation`.
    let value: JSONText

    init(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let numbers = parts.reversed().prefix(while: { Int($0) != nil }).prefix(2).reversed().compactMap { Int($0) }
        let path = parts.dropLast(numbers.count).joined(separator: ":")
        value = .build { json in
            json.beginObject()
            json.field("path", path)
            json.field("line", numbers.first ?? 1)
            if numbers.count > 1 { json.field("column", numbers[1]) }
            json.endObject()
        }
    }
}

/// A hunk of a unified diff, with the header of its file.
struct Hunk {
    /// The value of the output `openHunk`.
    let value: JSONText

    /// Reads the hunk whose header is at a place; nil if the place has none, or if the header of the file is missing.
    init?(_ lines: [String], at place: Int) {
        guard lines.indices.contains(place), let header = HunkHeader(lines[place]) else { return nil }
        guard let names = lines[..<place].lastIndex(where: { $0.hasPrefix("+++ ") }), names > 0,
            lines[names - 1].hasPrefix("--- ")
        else { return nil }
        var end = place + 1
        var (old, new) = (header.oldCount, header.newCount)
        while end < lines.count, old > 0 || new > 0 || lines[end].hasPrefix("\\") {
            switch lines[end].unicodeScalars.first {
            case "+": new -= 1
            case "-": old -= 1
            case "\\": break
            default: (old, new) = (old - 1, new - 1)
            }
            end += 1
        }
        var start = names - 1
        while start > 0, !lines[start].hasPrefix("diff "), Self.isHeader(lines[start - 1]) { start -= 1 }
        let text = (lines[start...names] + lines[place..<end]).map { $0 + "\n" }.joined()
        value = .build { json in
            json.beginObject()
            json.field("path", Self.path(lines[names], lines[names - 1]))
            json.field("oldStart", header.oldStart)
            json.field("oldCount", header.oldCount)
            json.field("newStart", header.newStart)
            json.field("newCount", header.newCount)
            json.field("section", header.section)
            json.field("patch", text)
            json.endObject()
        }
    }

    private static func isHeader(_ line: String) -> Bool {
        [
            "diff ", "index ", "old mode ", "new mode ", "new file mode ", "deleted file mode ", "similarity index ",
            "rename ", "copy ",
        ]
        .contains { line.hasPrefix($0) }
    }

    /// The path of the new file or, if it was deleted, of the old one, without the prefix that `git diff` adds.
    private static func path(_ new: String, _ old: String) -> String {
        func name(_ line: String) -> String {
            String(line.dropFirst(4).prefix { $0 != "\t" })
        }
        let isDeleted = name(new) == "/dev/null"
        let path = isDeleted ? name(old) : name(new)
        return path.hasPrefix(isDeleted ? "a/" : "b/") ? String(path.dropFirst(2)) : path
    }
}
