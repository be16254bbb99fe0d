/// A range of fields, such as `2`, `-1`, `2..`, `..3` or `..`.
public struct FieldRange: Equatable, Sendable {
    private let first: Int?
    private let last: Int?

    /// Reads a range; nil if the text is no range.
    init?(_ text: Substring) {
        guard let dots = text.firstRange(of: "..") else {
            guard let number = Int(text), number != 0 else { return nil }
            (first, last) = (number, number)
            return
        }
        let parts = [text[..<dots.lowerBound], text[dots.upperBound...]]
        let numbers = parts.map { Int($0) }
        guard zip(parts, numbers).allSatisfy({ $0.isEmpty || $1 != nil && $1 != 0 }) else { return nil }
        (first, last) = (numbers[0], numbers[1])
    }

    /// Reads ranges with commas between them; nil if one of them is invalid.
    public static func list(_ text: String) -> [FieldRange]? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let ranges = parts.compactMap { FieldRange($0) }
        return ranges.count == parts.count ? ranges : nil
    }

    /// Returns the indices of the fields in the range, for a line with `count` fields.
    func indices(count: Int) -> Range<Int> {
        func index(_ number: Int) -> Int { number < 0 ? count + number : number - 1 }
        let start = max(0, first.map(index) ?? 0)
        let end = min(count, (last.map(index) ?? count - 1) + 1)
        return start < end ? start..<end : 0..<0
    }
}

extension [FieldRange] {
    /// Returns the part of a line for each range; empty if the line has none of its fields.
    ///
    /// - Parameter trimmed: true to leave out the delimiter after each part.
    func parts(of line: [UInt8], _ delimiter: FieldDelimiter, trimmed: Bool) -> [Range<Int>] {
        let fields = delimiter.fields(of: line)
        return map { range in
            let indices = range.indices(count: fields.count)
            guard let first = indices.first, let last = indices.last else { return 0..<0 }
            return fields[first].whole.lowerBound..<(trimmed ? fields[last].content : fields[last].whole).upperBound
        }
    }
}
