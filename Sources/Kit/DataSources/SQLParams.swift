/// The parameters `:name` of an SQL query.
package enum SQLParams {
    /// The names of the parameters.
    package static func names(in query: String) -> Set<String> {
        var names: Set<String> = []
        _ = replaced(in: query) { name in
            names.insert(name)
            return ""
        }
        return names
    }

    /// The query with other expressions in place of its parameters.
    ///
    /// Strings, quoted names and comments stay as they are.
    package static func replaced(in query: String, by expression: (String) -> String) -> String {
        var replaced: [UInt8] = []
        var rest = Substring(query).utf8
        func take(_ count: Int) {
            replaced += rest.prefix(count)
            rest = rest.dropFirst(count)
        }
        func take(through end: String) {
            let end = Array(end.utf8)
            while !rest.isEmpty, !rest.starts(with: end) { take(1) }
            take(end.count)
        }
        while let byte = rest.first {
            let name = rest.dropFirst().prefix { isLetter($0) || (0x30...0x39).contains($0) || $0 == 0x5F }
            if byte == UInt8(ascii: ":"), let first = name.first, isLetter(first) {
                replaced += Array(expression(String(Substring(name))).utf8)
                rest = rest.dropFirst(1 + name.count)
                continue
            }
            let next = rest.dropFirst().first
            take(1)
            switch byte {
            case UInt8(ascii: "'"): take(through: "'")
            case UInt8(ascii: "\""): take(through: "\"")
            case UInt8(ascii: "`"): take(through: "`")
            case UInt8(ascii: "["): take(through: "]")
            case UInt8(ascii: "-") where next == UInt8(ascii: "-"): take(through: "\n")
            case UInt8(ascii: "/") where next == UInt8(ascii: "*"):
                take(1)
                take(through: "*/")
            default: break
            }
        }
        return String(decoding: replaced, as: UTF8.self)
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
}
