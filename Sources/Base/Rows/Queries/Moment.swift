/// A point in time, given by a date or a date-time.
///
/// Points with different UTC offsets can be compared.
///
/// A date counts as its midnight. A date-time without an offset counts as UTC. Seconds and the offset are optional, and
/// a space may replace the `T`, as SQLite writes it.
struct Moment: Sendable, Hashable, Comparable {
    /// Whole seconds since the first of March of the year 0, in UTC.
    ///
    /// A leap second has the number of the preceding second.
    private let seconds: Int
    private let isLeapSecond: Bool
    /// The digits of the fraction of a second, without trailing zeros.
    private let fraction: [UInt8]

    /// Parses a date or a date-time; nil for any other text.
    ///
    /// - Parameter text: The text in UTF-8.
    @inline(__always)
    init?(_ text: UnsafeBufferPointer<UInt8>) {
        // Most texts are not dates, and rejecting them must take almost no time.
        guard text.count >= 10, text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-") else { return nil }
        self.init(reading: text)
    }

    private init?(reading text: UnsafeBufferPointer<UInt8>) {
        var reader = DigitReader(text)
        guard let year = reader.number(4), reader.skip("-"), let month = reader.number(2), reader.skip("-"),
            let day = reader.number(2), (1...12).contains(month), (1...Self.length(ofMonth: month, year)).contains(day)
        else { return nil }
        let midnight = Self.days(year, month, day) * 86_400
        if reader.isAtEnd {
            self.init(seconds: midnight, isLeapSecond: false, fraction: [])
            return
        }
        guard reader.skip("T") || reader.skip("t") || reader.skip(" "), let hour = reader.number(2), hour < 24,
            reader.skip(":"), let minute = reader.number(2), minute < 60
        else { return nil }
        var second = 0
        var fraction: [UInt8] = []
        if reader.skip(":") {
            guard let number = reader.number(2), number <= 60 else { return nil }
            second = number
            if reader.skip(".") {
                fraction = reader.digits()
                if fraction.isEmpty { return nil }
            }
        }
        guard let offset = Self.offset(&reader), reader.isAtEnd else { return nil }
        while fraction.last == UInt8(ascii: "0") { fraction.removeLast() }
        self.init(
            seconds: midnight + (hour * 60 + minute - offset) * 60 + min(second, 59), isLeapSecond: second == 60,
            fraction: fraction)
    }

    private init(seconds: Int, isLeapSecond: Bool, fraction: [UInt8]) {
        self.seconds = seconds
        self.isLeapSecond = isLeapSecond
        self.fraction = fraction
    }

    static func < (a: Moment, b: Moment) -> Bool {
        if a.seconds != b.seconds { return a.seconds < b.seconds }
        if a.isLeapSecond != b.isLeapSecond { return b.isLeapSecond }
        return a.fraction.lexicographicallyPrecedes(b.fraction)
    }

    /// Appends a sort key.
    ///
    /// Comparing the bytes of two sort keys is the same as comparing the points in time.
    func appendKey(to bytes: inout [UInt8]) {
        let ordered = UInt64(bitPattern: Int64(seconds)) ^ 1 << 63
        withUnsafeBytes(of: ordered.bigEndian) { bytes.append(contentsOf: $0) }
        bytes.append(isLeapSecond ? 1 : 0)
        bytes.append(contentsOf: fraction)
        bytes.append(0)
    }

    /// Parses the UTC offset in minutes: 0 if the text ends here; nil if the offset is invalid.
    private static func offset(_ reader: inout DigitReader) -> Int? {
        if reader.isAtEnd || reader.skip("Z") || reader.skip("z") { return 0 }
        let isBehind = reader.skip("-")
        guard isBehind || reader.skip("+"), let hours = reader.number(2), hours < 24 else { return nil }
        var minutes = 0
        if !reader.isAtEnd {
            _ = reader.skip(":")
            guard let number = reader.number(2), number < 60 else { return nil }
            minutes = number
        }
        return (hours * 60 + minutes) * (isBehind ? -1 : 1)
    }

    private static func length(ofMonth month: Int, _ year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Counts the days since the first of March of the year 0 (Gregorian).
    ///
    /// If years begin in March, a leap day is the last day of its year.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let year = month < 3 ? year - 1 : year
        let month = month < 3 ? month + 9 : month - 3
        let leaps = year >= 0 ? year / 4 - year / 100 + year / 400 : -1
        return year * 365 + leaps + (month * 153 + 2) / 5 + day - 1
    }
}

/// A reader of numbers of a fixed width and of the separators between them.
private struct DigitReader {
    private let text: UnsafeBufferPointer<UInt8>
    private var position = 0

    init(_ text: UnsafeBufferPointer<UInt8>) {
        self.text = text
    }

    var isAtEnd: Bool { position == text.count }

    mutating func number(_ count: Int) -> Int? {
        guard position + count <= text.count else { return nil }
        var sum = 0
        for byte in text[position..<position + count] {
            guard byte &- 0x30 < 10 else { return nil }
            sum = sum * 10 + Int(byte &- 0x30)
        }
        position += count
        return sum
    }

    mutating func digits() -> [UInt8] {
        let start = position
        while position < text.count, text[position] &- 0x30 < 10 { position += 1 }
        return Array(text[start..<position])
    }

    mutating func skip(_ sign: Unicode.Scalar) -> Bool {
        guard position < text.count, text[position] == UInt8(ascii: sign) else { return false }
        position += 1
        return true
    }
}
