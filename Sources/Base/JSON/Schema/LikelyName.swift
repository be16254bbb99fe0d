/// Finds the valid name that an unknown name probably misspells.
///
/// ```swift
/// LikelyName.of("beforID", among: ["value", "beforeId"])  // "beforeId"
/// ```
public enum LikelyName {
    /// The maximum length in bytes of names whose letters are compared.
    ///
    /// Longer names are compared only by prefix.
    private static let longestCompared = 64
    /// The minimum length in bytes of a name that counts as a prefix of another name.
    private static let shortestPrefix = 3
    /// The maximum number of names in a list.
    public static let longestList = 20

    /// Returns the valid name that is nearest to `name`; nil if no name is near.
    ///
    /// Names are equal if they differ only in case, `_`, `-`, spaces and `/`. Other names are near if one has at least
    /// three bytes and is a prefix of the other, or if at most one letter or a third of the letters differ
    /// (Damerau-Levenshtein distance).
    public static func of(_ name: String, among known: some Sequence<String>) -> String? {
        let wanted = folded(name)
        var best: (name: String, distance: Int)?
        for candidate in known {
            guard let distance = distance(wanted, folded(candidate)) else { continue }
            if best.map({ distance < $0.distance }) ?? true { best = (candidate, distance) }
        }
        return best?.name
    }

    /// Returns advice for a message: the likely name and the valid names.
    ///
    /// - Parameters:
    ///   - name: The unknown name.
    ///   - known: The valid names, in order.
    ///   - whenEmpty: The advice if `known` is empty.
    public static func advice(for name: String, among known: [String], whenEmpty: String) -> String {
        if known.isEmpty { return whenEmpty }
        let likely = of(name, among: known).map { "Did you mean \($0)? " } ?? ""
        return "\(likely)Known: \(list(known))"
    }

    /// Joins the names with commas; `…` stands for the names after the first ``longestList`` ones.
    public static func list(_ names: [String]) -> String {
        names.prefix(longestList).joined(separator: ", ") + (names.count > longestList ? ", …" : "")
    }

    /// Shortens a name of more than 100 characters to 100 characters and `…`, for a message.
    public static func shown(_ name: String) -> String {
        let start = name.prefix(100)
        return start.endIndex == name.endIndex ? name : "\(start)…"
    }

    /// Returns the bytes of a name without case and separators.
    private static func folded(_ name: String) -> [UInt8] {
        name.utf8.compactMap { byte in
            switch byte {
            case UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: " "), UInt8(ascii: "/"): nil
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
            default: byte
            }
        }
    }

    /// Returns the distance between two names; nil if they are not near.
    private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int? {
        if a == b { return 0 }
        let (short, long) = a.count < b.count ? (a, b) : (b, a)
        if short.isEmpty { return nil }
        let isPrefix = short.count >= shortestPrefix && long.starts(with: short)
        if isPrefix, long.count - short.count > short.count / 2 || long.count > longestCompared { return long.count }
        guard long.count <= longestCompared, long.count - short.count <= long.count / 3 else { return nil }
        let edits = edits(a, b)
        if edits <= max(1, long.count / 3), edits < short.count { return edits }
        return isPrefix ? long.count : nil
    }

    /// Counts the insertions, deletions, replacements and swaps of neighbouring letters that turn `a` into `b`.
    private static func edits(_ a: [UInt8], _ b: [UInt8]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...b.count)
        for i in 1...a.count {
            var row = [i] + Array(repeating: 0, count: b.count)
            for j in 1...b.count {
                let isSame = a[i - 1] == b[j - 1]
                row[j] = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (isSame ? 0 : 1))
                let isSwap = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]
                if isSwap { row[j] = min(row[j], beforeLast[j - 2] + 1) }
            }
            (beforeLast, last) = (last, row)
        }
        return last[b.count]
    }
}
