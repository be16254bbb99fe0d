/// Host names and IP addresses.
extension TextScan {
    /// Reads a dotted quad of RFC 2673.
    mutating func takeIPv4Address() -> Bool {
        for index in 0..<4 {
            guard index == 0 || take("."), takeByte() else { return false }
        }
        return true
    }

    private mutating func takeByte() -> Bool {
        let digits = rest.prefix(while: \.isDigit)
        guard (1...3).contains(digits.count), digits.count == 1 || digits.first != UInt8(ascii: "0"),
            let value = takeNumber(digits.count)
        else { return false }
        return value <= 255
    }

    /// Reads an address of RFC 4291.
    ///
    /// It consists of groups of hexadecimal digits. One run of groups may be omitted, and the last two groups may be an
    /// IPv4 address.
    mutating func takeIPv6Address() -> Bool {
        var groups = 0
        var isShortened = false
        if take(":") {
            guard take(":") else { return false }
            isShortened = true
        }
        // A colon must be followed by a group, except after the double colon of an omitted run.
        var mayEnd = isShortened
        while groups < 8 {
            if let dot = rest.firstIndex(where: { !$0.isHexDigit }), rest[dot] == UInt8(ascii: ".") {
                guard takeIPv4Address() else { return false }
                groups += 2
                mayEnd = true
                break
            }
            let digits = take(while: \.isHexDigit)
            if digits == 0 { break }
            guard digits <= 4 else { return false }
            groups += 1
            mayEnd = true
            guard take(":") else { break }
            mayEnd = false
            if take(":") {
                guard !isShortened else { return false }
                isShortened = true
                mayEnd = true
            }
        }
        return mayEnd && (isShortened ? groups < 8 : groups == 8)
    }

    /// Reads a host name of RFC 1123.
    mutating func takeHostName() -> Bool {
        takeDomain(of: 253, label: { $0.isHostLabel })
    }

    /// Reads labels separated by dots.
    ///
    /// Together with the dots they have at most `maxLength` bytes.
    mutating func takeDomain(of maxLength: Int, label isRight: (ArraySlice<UInt8>) -> Bool) -> Bool {
        let start = rest
        repeat {
            let label = rest.prefix { $0.isLetterOrDigit || $0 == UInt8(ascii: "-") }
            guard label.isLabel, isRight(label) else { return false }
            rest.removeFirst(label.count)
        } while take(".")
        return start.count - rest.count <= maxLength
    }
}

extension ArraySlice<UInt8> {
    /// True for a label of a domain.
    ///
    /// It has 1 to 63 bytes: letters, digits, and hyphens that are not at an end.
    var isLabel: Bool {
        guard let first, let last, count <= 63 else { return false }
        return first.isLetterOrDigit && last.isLetterOrDigit
            && allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "-") }
    }

    /// True for a label of a host name.
    ///
    /// A double hyphen in the third and fourth position is reserved for Punycode.
    fileprivate var isHostLabel: Bool {
        guard dropFirst(2).starts(with: "--".utf8) else { return true }
        return prefix(2).elementsEqual("xn".utf8) { $0 | 0x20 == $1 } && dropFirst(4).isPunycode
    }

    /// True if the bytes are Punycode (RFC 3492) for a text with characters other than ASCII.
    private var isPunycode: Bool {
        let (base, least, most) = (36, 1, 26)
        var (point, index, bias, isFirst) = (0x80, 0, 72, true)
        let basic = lastIndex(of: UInt8(ascii: "-")).map { $0 - startIndex } ?? 0
        var length = basic
        var rest = basic > 0 ? dropFirst(basic + 1) : self
        guard !rest.isEmpty else { return false }
        while !rest.isEmpty {
            let before = index
            var weight = 1
            var place = base
            while true {
                guard let byte = rest.popFirst(), byte.isLetterOrDigit else { return false }
                let digit = byte.isDigit ? Int(byte) - 0x30 + 26 : Int(byte | 0x20) - 0x61
                // This prevents an overflow, because a few digits may encode a large number.
                guard weight < 1 << 40 else { return false }
                index += digit * weight
                let threshold = Swift.min(Swift.max(place - bias, least), most)
                if digit < threshold { break }
                weight *= base - threshold
                place += base
            }
            length += 1
            var delta = (index - before) / (isFirst ? 700 : 2)
            delta += delta / length
            bias = 0
            while delta > (base - least) * most / 2 {
                delta /= base - least
                bias += base
            }
            bias += (base - least + 1) * delta / (delta + 38)
            isFirst = false
            point += index / length
            index = index % length + 1
            guard point <= 0x10FFFF, Unicode.Scalar(UInt32(point)) != nil else { return false }
        }
        return true
    }
}
