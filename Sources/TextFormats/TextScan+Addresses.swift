/// Addresses of machines.
extension TextScan {
    /// A dotted quad of RFC 2673.
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

    /// An address of RFC 4291: groups of hexadecimal digits, one run of which may be left out, the last two as IPv4.
    mutating func takeIPv6Address() -> Bool {
        var groups = 0
        var isShortened = false
        if take(":") {
            guard take(":") else { return false }
            isShortened = true
        }
        // Behind a colon a group must follow, but for the pair that stands for those left out.
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

    /// A host name of RFC 1123.
    mutating func takeHostName() -> Bool {
        takeDomain(of: 253, label: { $0.isHostLabel })
    }

    /// Labels with dots between them, in so many bytes.
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
    /// Whether this is a label of a domain: letters, digits, and hyphens between them.
    var isLabel: Bool {
        guard let first, let last, count <= 63 else { return false }
        return first.isLetterOrDigit && last.isLetterOrDigit
            && allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "-") }
    }

    /// Whether this is a label of a host: two hyphens behind two letters are kept for encoded names.
    fileprivate var isHostLabel: Bool {
        guard dropFirst(2).starts(with: "--".utf8) else { return true }
        return prefix(2).elementsEqual("xn".utf8) { $0 | 0x20 == $1 } && dropFirst(4).isPunycode
    }

    /// Whether this encodes a text that is not all ASCII, by RFC 3492.
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
                // A label is short, but its digits may stand for large numbers.
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
