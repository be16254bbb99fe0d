/// The name that is likely meant by one that is not known.
///
/// ```swift
/// LikelyName.of("beforID", among: ["value", "beforeId"])  // "beforeId"
/// ```
public enum LikelyName {
    /// The length, in bytes, from which a name is compared by its beginning alone.
    private static let longestCompared = 64
    /// The length, in bytes, from which a common beginning counts.
    private static let shortestPrefix = 3
    /// The number of names that a sentence lists.
    public static let longestList = 20

    /// The known name that is nearest to `name`; nil where none is near.
    ///
    /// Names are the same where only case, `_`, `-`, spaces and `/` differ. Else one is the beginning of the other, or
    /// at most a third of the letters differ (Damerau-Levenshtein distance).
    public static func of(_ name: String, among known: some Sequence<String>) -> String? {
        let wanted = folded(name)
        var best: (name: String, distance: Int)?
        for candidate in known {
            guard let distance = distance(wanted, folded(candidate)) else { continue }
            if best.map({ distance < $0.distance }) ?? true { best = (candidate, distance) }
        }
        return best?.name
    }

    /// Sentences that name what is likely meant and what is known.
    ///
    /// - Parameters:
    ///   - name: the name that is not known.
    ///   - known: the names that are known, in their order.
    ///   - whenEmpty: the clause where no name is known.
    public static func advice(for name: String, among known: [String], whenEmpty: String) -> String {
        if known.isEmpty { return whenEmpty }
        let likely = of(name, among: known).map { "Did you mean \($0)? " } ?? ""
        return "\(likely)Known: \(list(known))"
    }

    /// The first names of a list, separated by commas.
    public static func list(_ names: [String]) -> String {
        names.prefix(longestList).joined(separator: ", ") + (names.count > longestList ? ", …" : "")
    }

    /// A name as it is repeated in a message: the beginning of a long one.
    public static func shown(_ name: String) -> String {
        let longest = 100
        return name.utf8.count <= longest ? name : "\(name.prefix(longest))…"
    }

    /// The bytes of a name without case and separators.
    private static func folded(_ name: String) -> [UInt8] {
        name.utf8.compactMap { byte in
            switch byte {
            case UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: " "), UInt8(ascii: "/"): nil
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
            default: byte
            }
        }
    }

    /// A measure of how far two names are from each other; nil where they are not near.
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

    /// The number of letters to insert, delete, replace or swap with their neighbour.
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
