/// A regular expression in the dialect of JSON Schema's `pattern`.
///
/// The dialect is ECMA-262 in Unicode mode, without flags. Every text that `new RegExp(text, "u")` refuses is refused
/// here too. The differences from ECMA-262 are:
///
/// - Variable-length lookbehind, such as `(?<=a+)b`, is refused. But the alternatives of a lookbehind may differ in
///   length.
/// - When an enclosing repetition starts a new round, a group keeps its capture. In ECMA-262 the capture is reset. This
///   affects only back references.
/// - A back reference in a lookbehind is refused.
/// - The count of a repetition is at most 65,535.
/// - The name of a group is written without escapes, and belongs to only one group.
/// - The name of a script is case-insensitive. PCRE2's Unicode version defines the scripts and properties.
/// - Groups with flags, such as `(?i:a)`, are refused.
/// - A lone surrogate is permitted, but never matches, because no text contains one.
///
/// A pattern has at most 4,096 bytes of UTF-8 and 100 nested groups.
///
/// ```swift
/// let pattern = try Pattern("^[A-Z]{2}[0-9]+$")
/// pattern.match("AB12")  // .found
/// ```
public struct Pattern: Sendable {
    /// The result of a search.
    public enum Match: Sendable, Hashable {
        /// The text has a match.
        case found
        /// The text has no match.
        case notFound
        /// The search was stopped because it would take too long, or the text is longer than 1 MiB.
        case tooComplex
    }

    private let compiled: CompiledPattern

    /// Compiles a pattern.
    ///
    /// - Throws: `PatternError` for an invalid pattern, and for a pattern that is too large.
    public init(_ text: String) throws(PatternError) {
        compiled = try CompiledPattern(PatternTranslation(of: text))
    }

    /// Searches for a match anywhere in a text.
    ///
    /// The work is counted rather than timed: the same search always has the same result, and takes at most some
    /// milliseconds.
    public func match(_ text: String) -> Match { compiled.match(text) }

    /// The ranges of the matches in a text, in Unicode scalars, without matches that have no text.
    ///
    /// A search that takes too long ends with the matches that it has found.
    public func ranges(in text: String) -> [Range<Int>] {
        let bytes = compiled.ranges(in: text)
        guard let last = bytes.last else { return [] }
        // Continuation bytes begin no scalar.
        var (scalar, next) = (0, 0)
        var starts: [Int: Int] = [:]
        let ends = Set(bytes.flatMap { [$0.lowerBound, $0.upperBound] })
        for byte in text.utf8 {
            if next > last.upperBound { break }
            if ends.contains(next) { starts[next] = scalar }
            if byte & 0xC0 != 0x80 { scalar += 1 }
            next += 1
        }
        if ends.contains(next) { starts[next] = scalar }
        return bytes.compactMap { range in
            guard let start = starts[range.lowerBound], let end = starts[range.upperBound], start < end else {
                return nil
            }
            return start..<end
        }
    }
}
