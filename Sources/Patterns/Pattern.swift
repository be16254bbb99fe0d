/// A regular expression as JSON Schema's `pattern` has it.
///
/// The dialect is that of ECMA-262 in Unicode mode, without flags: whatever `new RegExp(text, "u")` refuses is refused,
/// with these differences.
///
/// - Variable-length lookbehind is refused, as `(?<=a+)b`; its alternatives may differ in length.
/// - A group keeps what it held when a repetition around it begins anew; ECMA-262 empties it.
///   Only back references can tell.
/// - A back reference in a lookbehind is refused.
/// - A count is at most 65,535, and a name is written without escapes and belongs to one group.
/// - A script's name may be written in any case, and scripts and properties are those of the library's Unicode version.
/// - Groups with flags, as `(?i:a)`, are refused.
/// - A lone surrogate can be written and never matches: no text has one.
///
/// A pattern has at most 4,096 bytes of UTF-8 and 100 groups within each other.
public struct Pattern: Sendable {
    /// What became of a search.
    public enum Match: Sendable, Hashable {
        /// The text has a place that matches.
        case found
        /// It has none.
        case notFound
        /// The search was given up: it would take too long, or the text is longer than a mebibyte.
        case tooComplex
    }

    private let compiled: CompiledPattern

    /// Compiles a pattern.
    ///
    /// - Throws: `PatternError` for what is no pattern, and for one that is too large.
    public init(_ text: String) throws(PatternError) {
        compiled = try CompiledPattern(PatternTranslation(of: text))
    }

    /// Looks for a place that matches, anywhere in a text.
    ///
    /// The work is counted, not timed: the same search always ends the same way, and takes at most some milliseconds.
    public func match(_ text: String) -> Match { compiled.match(text) }
}
