internal import CFHPCRE2

/// The owner of a compiled PCRE2 pattern.
final class CompiledPattern: @unchecked Sendable {
    // The type is Sendable: `code` is set once, searches only read it, and only `deinit` releases it.
    private let code: OpaquePointer
    private let cost: PatternCost

    /// The maximum length of a text in bytes.
    private static let maxSubject = 1 << 20
    /// The maximum memory for backtracking, in KiB.
    private static let heapLimit: UInt32 = 4 << 10

    init(_ translation: PatternTranslation) throws(PatternError) {
        let options =
            PCRE2_UTF | PCRE2_NO_UTF_CHECK | PCRE2_NEVER_UCP | PCRE2_NEVER_BACKSLASH_C | PCRE2_DOLLAR_ENDONLY
            | PCRE2_MATCH_UNSET_BACKREF | PCRE2_ALLOW_EMPTY_CLASS | PCRE2_AUTO_CALLOUT
        let context = pcre2_compile_context_create_8(nil)
        defer { pcre2_compile_context_free_8(context) }
        pcre2_set_parens_nest_limit_8(context, UInt32(PatternTranslation.maxDepth))
        var error: Int32 = 0
        var offset = 0
        var text = translation.text
        let code = text.withUTF8 { pcre2_compile_8($0.baseAddress, $0.count, options, &error, &offset, context) }
        guard let code else {
            throw PatternError(Self.message(of: error), at: translation.offset(ofOutput: offset))
        }
        self.code = code
        var lookbehind: UInt32 = 0
        pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_MAXLOOKBEHIND), &lookbehind)
        var cost = translation.cost
        cost.blindBytes = max(cost.blindBytes, Int(lookbehind))
        self.cost = cost
    }

    deinit { pcre2_code_free_8(code) }

    func match(_ text: String) -> Pattern.Match {
        let result = search(text) { subject, find in find(0).result }
        // Apart from "no match", the only possible errors are exceeded limits and missing memory.
        guard let result else { return .tooComplex }
        return result >= 0 ? .found : result == PCRE2_ERROR_NOMATCH ? .notFound : .tooComplex
    }

    /// The maximum number of ranges that ``ranges(in:)`` returns.
    private static let mostRanges = 1_000

    /// The ranges of the matches in bytes, without matches that have no text.
    ///
    /// All matches share one budget.
    func ranges(in text: String) -> [Range<Int>] {
        search(text) { subject, find in
            var ranges: [Range<Int>] = []
            var next = 0
            while next <= subject.count, ranges.count < Self.mostRanges {
                guard let (start, end) = find(next).ends else { break }
                // A lookbehind can't move the start behind the end, but `\K` could: it is no part of the dialect.
                if start < end { ranges.append(start..<end) }
                next = max(end, start + (start < end ? 0 : 1))
                while next < subject.count, subject[next] & 0xC0 == 0x80 { next += 1 }
            }
            return ranges
        } ?? []
    }

    /// The result of PCRE2, and the place of the match if there is one.
    private typealias Found = (result: Int32, ends: (start: Int, end: Int)?)

    /// Searches a text within one budget of steps.
    ///
    /// - Parameter body: gets the bytes of the text, and a function that finds the first match from an offset on.
    /// - Returns: what `body` returns; nil if the text is too long, or memory is missing.
    private func search<Value>(
        _ text: String, _ body: (UnsafeBufferPointer<UInt8>, (Int) -> Found) -> Value
    ) -> Value? {
        guard text.utf8.count <= Self.maxSubject, let data = pcre2_match_data_create_8(1, nil),
            let context = pcre2_match_context_create_8(nil)
        else { return nil }
        defer {
            pcre2_match_data_free_8(data)
            pcre2_match_context_free_8(context)
        }
        var budget = MatchBudget(cost, for: text.utf8.count)
        // These limits apply to each start position in the text; the budget limits the whole search.
        pcre2_set_match_limit_8(context, MatchBudget.maxSteps)
        pcre2_set_depth_limit_8(context, MatchBudget.maxSteps)
        pcre2_set_heap_limit_8(context, Self.heapLimit)
        var text = text
        return text.withUTF8 { subject in
            withUnsafeMutablePointer(to: &budget) { budget in
                pcre2_set_callout_8(context, spendStep, budget)
                return body(subject) { start in
                    let result = pcre2_match_8(
                        code, subject.baseAddress, subject.count, start, PCRE2_NO_UTF_CHECK, data, context)
                    let ends = result >= 0 ? pcre2_get_ovector_pointer_8(data) : nil
                    return (result, ends.map { ($0[0], $0[1]) })
                }
            }
        }
    }

    private static func message(of error: Int32) -> String {
        switch error {
        case PCRE2_ERROR_PATTERN_TOO_LARGE, PCRE2_ERROR_PATTERN_TOO_COMPLICATED, PCRE2_ERROR_PATTERN_STRING_TOO_LONG:
            return "the pattern is too large with all its repetitions"
        case PCRE2_ERROR_LOOKBEHIND_NOT_FIXED_LENGTH: return "a lookbehind must have a fixed length"
        case PCRE2_ERROR_UNKNOWN_UNICODE_PROPERTY: return "there is no such property"
        default:
            return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 256) { bytes in
                let count = pcre2_get_error_message_8(error, bytes.baseAddress, bytes.count)
                return String(decoding: bytes.prefix(max(0, Int(count))), as: UTF8.self)
            }
        }
    }
}
