import FHRowCollections

/// A search in a text: the lines that match, and the progress.
struct FindState: Sendable, Equatable {
    enum Status: String, Sendable {
        case searching, done, failed
    }

    /// The text or the regular expression.
    let text: String
    let isRegex: Bool
    let finder: Finder
    /// The number of the search, by which results of earlier ones are recognized.
    let number: Int
    var status = Status.searching
    /// The place at which the search began, from which it goes to the end and then over the lines before.
    private(set) var origin = 0
    /// The place up to which the lines from the origin on were searched.
    private(set) var end = 0
    /// The number of lines before the origin that were searched.
    private(set) var headEnd = 0
    /// The lines that match from the origin on, in ascending order.
    private var tail: [UInt32] = []
    /// The lines before the origin that match, in ascending order.
    private var head: [UInt32] = []
    /// The step that waits until its match is found; nil if none does.
    var step: Step?
    /// The start of the next lines, of a source that has to be read in order.
    var next: FetchSource?

    /// A step from the active line to another match.
    struct Step: Sendable, Equatable {
        let direction: TextAction.Direction
        /// True if the active line itself can be the match.
        var includesActive = false
    }

    /// The origin of the next lines to search.
    enum FetchSource: Sendable, Equatable {
        case cursor(String)
    }

    init(_ text: String, isRegex: Bool, _ finder: Finder, number: Int, from origin: Int) {
        self.text = text
        self.isRegex = isRegex
        self.finder = finder
        self.number = number
        restart(at: origin)
    }

    /// Forgets the matches, and begins at a line.
    mutating func restart(at origin: Int) {
        (self.origin, end, headEnd) = (origin, origin, 0)
        (head, tail) = ([], [])
        next = nil
        status = .searching
    }

    /// The number of lines that match.
    var count: Int { head.count + tail.count }

    /// Adds the result for lines that follow the searched ones.
    mutating func add(_ lines: [UInt32], from place: Int, count: Int) {
        if place < origin {
            head += lines.prefix { $0 < origin }
            headEnd = min(place + count, origin)
        } else {
            tail += lines
            end = place + count
        }
    }

    /// True if the lines before the origin were searched too.
    var isHeadDone: Bool { headEnd >= origin }

    /// The number of a matching line among all matches, from 1; nil for any other line.
    func number(of line: Int) -> Int? {
        let lines = line < origin ? head : tail
        let place = Self.place(of: UInt32(clamping: line), in: lines)
        guard place < lines.count, lines[place] == line else { return nil }
        return (line < origin ? 0 : head.count) + place + 1
    }

    /// Returns the match to which a step leads from a line; nil if it is not known yet.
    func match(from line: Int, _ step: Step) -> Int? {
        switch step.direction {
        case .next:
            let start = step.includesActive ? line : line + 1
            if start < origin {
                if let found = first(in: head, from: start) { return found }
                if !isHeadDone { return nil }
                return first(in: tail, from: origin) ?? (status == .done ? head.first.map(Int.init) : nil)
            }
            if let found = first(in: tail, from: start) { return found }
            guard status == .done else { return nil }
            return head.first.map(Int.init) ?? tail.first.map(Int.init)
        case .previous:
            guard status == .done else { return nil }
            if line > origin, let found = last(in: tail, before: line) { return found }
            if let found = last(in: head, before: min(line, origin)) { return found }
            return tail.last.map(Int.init) ?? head.last.map(Int.init)
        }
    }

    private func first(in lines: [UInt32], from line: Int) -> Int? {
        let place = Self.place(of: UInt32(clamping: line), in: lines)
        return place < lines.count ? Int(lines[place]) : nil
    }

    private func last(in lines: [UInt32], before line: Int) -> Int? {
        let place = Self.place(of: UInt32(clamping: line), in: lines)
        return place > 0 ? Int(lines[place - 1]) : nil
    }

    /// The place of the first element that is not less than a line.
    private static func place(of line: UInt32, in lines: [UInt32]) -> Int {
        var (low, high) = (0, lines.count)
        while low < high {
            let middle = (low + high) / 2
            if lines[middle] < line { low = middle + 1 } else { high = middle }
        }
        return low
    }

    static func == (a: FindState, b: FindState) -> Bool {
        a.number == b.number && a.status == b.status && a.count == b.count && a.end == b.end && a.headEnd == b.headEnd
            && a.step == b.step && a.origin == b.origin
    }
}
