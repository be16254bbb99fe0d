/// Addresses of people.
extension TextScan {
    /// A `Mailbox` of RFC 5321, section 4.1.2, within the lengths of section 4.5.3.1.
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
            // Behind a backslash anything that can be printed stands for itself; so do all but these two without it.
            guard let byte = rest.popFirst(), (0x20...0x7E).contains(byte) else { return false }
        }
        return true
    }

    /// Of the tags that may stand before an address, only one has ever been registered.
    private mutating func takeAddressLiteral() -> Bool {
        guard take(anyCase: "i") else { return takeIPv4Address() }
        return take(anyCase: "p") && take(anyCase: "v") && take("6") && take(":") && takeIPv6Address()
    }

    /// An address as HTML defines it.
    mutating func takeHTMLEmail() -> Bool {
        take { $0.isAtomText || $0 == UInt8(ascii: ".") } > 0 && take("@") && takeDomain(of: .max) { _ in true }
    }
}

extension UInt8 {
    /// Whether this is an `atext` of RFC 5322.
    fileprivate var isAtomText: Bool { isLetterOrDigit || isOne(of: "!#$%&'*+/=?^_`{|}~-") }
}
