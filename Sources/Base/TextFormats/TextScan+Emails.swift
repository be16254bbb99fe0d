/// Email addresses.
extension TextScan {
    /// Reads a `Mailbox` of RFC 5321, section 4.1.2, with the length limits of section 4.5.3.1.
    mutating func takeMailbox() -> Bool {
        let start = rest
        guard rest.first == UInt8(ascii: "\"") ? takeQuotedString() : takeDotString(),
            start.count - rest.count <= 64, take("@")
        else { return false }
        return take("[") ? takeAddressLiteral() && take("]") : takeDomain(of: 255) { _ in true }
    }

    private mutating func takeDotString() -> Bool {
        repeat {
            guard take(while: \.isAtomText) > 0 else { return false }
        } while take(".")
        return true
    }

    private mutating func takeQuotedString() -> Bool {
        guard take("\"") else { return false }
        while !take("\"") {
            _ = take("\\")
            // A backslash quotes any printable character; the quotation mark and the backslash must be quoted.
            guard let byte = rest.popFirst(), (0x20...0x7E).contains(byte) else { return false }
        }
        return true
    }

    /// Reads an address literal.
    ///
    /// `IPv6` is the only registered tag.
    private mutating func takeAddressLiteral() -> Bool {
        guard take(anyCase: "i") else { return takeIPv4Address() }
        return take(anyCase: "p") && take(anyCase: "v") && take("6") && take(":") && takeIPv6Address()
    }

    /// Reads an address as defined by HTML.
    mutating func takeHTMLEmail() -> Bool {
        take { $0.isAtomText || $0 == UInt8(ascii: ".") } > 0 && take("@") && takeDomain(of: .max) { _ in true }
    }
}

extension UInt8 {
    /// True for an `atext` character of RFC 5322.
    fileprivate var isAtomText: Bool { isLetterOrDigit || isOne(of: "!#$%&'*+/=?^_`{|}~-") }
}
