/// URIs of RFC 3986, appendix A.
extension TextScan {
    /// Reads a `URI`, with a scheme.
    mutating func takeURI() -> Bool {
        guard rest.first?.isLetter == true else { return false }
        take { $0.isLetterOrDigit || $0.isOne(of: "+-.") }
        guard take(":") else { return false }
        if rest.starts(with: "//".utf8) {
            rest.removeFirst(2)
            guard takeAuthority(), rest.first.map({ $0.isOne(of: "/?#") }) ?? true else { return false }
        }
        guard takeCharacters(besides: ":@/") else { return false }
        if take("?"), !takeCharacters(besides: ":@/?") { return false }
        return !take("#") || takeCharacters(besides: ":@/?")
    }

    private mutating func takeAuthority() -> Bool {
        let authority = rest.prefix { !$0.isOne(of: "/?#") }
        if let at = authority.firstIndex(of: UInt8(ascii: "@")) {
            guard takeCharacters(besides: ":"), rest.startIndex == at, take("@") else { return false }
        }
        guard take("[") ? takeIPLiteral() && take("]") : takeCharacters(besides: "") else { return false }
        if take(":") { take(while: \.isDigit) }
        return true
    }

    private mutating func takeIPLiteral() -> Bool {
        guard take(anyCase: "v") else { return takeIPv6Address() }
        return take(while: \.isHexDigit) > 0 && take(".")
            && take { $0.isUnreserved || $0.isSubDelimiter || $0 == UInt8(ascii: ":") } > 0
    }

    /// Reads unreserved characters, sub-delimiters, percent-encoded bytes, and the characters in `marks`.
    ///
    /// Returns false at an invalid percent-encoding.
    private mutating func takeCharacters(besides marks: StaticString) -> Bool {
        repeat {
            take { $0.isUnreserved || $0.isSubDelimiter || $0.isOne(of: marks) }
            guard take("%") else { return true }
            guard rest.count >= 2, rest.prefix(2).allSatisfy(\.isHexDigit) else { return false }
            rest.removeFirst(2)
        } while true
    }
}

extension UInt8 {
    fileprivate var isUnreserved: Bool { isLetterOrDigit || isOne(of: "-._~") }
    fileprivate var isSubDelimiter: Bool { isOne(of: "!$&'()*+,;=") }
}
