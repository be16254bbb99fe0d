/// What a text must look like.
enum TextFormat: Sendable {
    case email, date, time, dateTime

    init?(_ type: FieldType) {
        switch type {
        case .email: self = .email
        case .date: self = .date
        case .time: self = .time
        case .dateTime: self = .dateTime
        default: return nil
        }
    }

    func matches(_ text: String) -> Bool {
        var scan = DigitScan(rest: Array(text.utf8)[...])
        switch self {
        case .email: return Self.isEmail(scan.rest)
        case .date: return scan.takeDate() && scan.rest.isEmpty
        case .time: return scan.takeTime()?.isRight(utcOffset: 0) == true && scan.rest.isEmpty
        case .dateTime: return scan.takeDateTime() && scan.rest.isEmpty
        }
    }

    /// An address as HTML defines it, which is what `<input type=email>` accepts.
    private static func isEmail(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard let at = bytes.firstIndex(of: UInt8(ascii: "@")), at > 0 else { return false }
        let marks = ".!#$%&'*+/=?^_`{|}~-".utf8
        return bytes[..<at].allSatisfy { isLetterOrDigit($0) || marks.contains($0) }
            && bytes[(at + 1)...].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
                .allSatisfy(isDomainLabel)
    }

    private static func isDomainLabel(_ label: ArraySlice<UInt8>) -> Bool {
        guard let first = label.first, let last = label.last, label.count <= 63 else { return false }
        return isLetterOrDigit(first) && isLetterOrDigit(last)
            && label.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: "-") }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}

/// Reads dates and times of RFC 3339 from the front of a text.
private struct DigitScan {
    struct Time {
        let hour: Int
        let minute: Int
        /// Nil where seconds were left out.
        let second: Int?

        /// Whether there is such a time; a leap second is the last one of a day in UTC.
        func isRight(utcOffset: Int) -> Bool {
            guard hour < 24, minute < 60 else { return false }
            guard second == 60 else { return second ?? 0 < 60 }
            let day = 24 * 60
            return (hour * 60 + minute - utcOffset + day) % day == day - 1
        }
    }

    var rest: ArraySlice<UInt8>

    mutating func takeDate() -> Bool {
        guard let year = takeNumber(4), take("-"), let month = takeNumber(2), take("-"), let day = takeNumber(2),
            (1...12).contains(month)
        else { return false }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        return (1...days[month - 1]).contains(day)
    }

    /// `partial-time`, where seconds may be left out.
    mutating func takeTime() -> Time? {
        guard let hour = takeNumber(2), take(":"), let minute = takeNumber(2) else { return nil }
        guard take(":") else { return Time(hour: hour, minute: minute, second: nil) }
        guard let second = takeNumber(2) else { return nil }
        if take(".") {
            guard takeNumber(1) != nil else { return nil }
            while takeNumber(1) != nil {}
        }
        return Time(hour: hour, minute: minute, second: second)
    }

    mutating func takeDateTime() -> Bool {
        guard takeDate(), take("T") || take("t"), let time = takeTime(), time.second != nil,
            let offset = takeOffset()
        else { return false }
        return time.isRight(utcOffset: offset)
    }

    /// How many minutes a time is ahead of UTC.
    private mutating func takeOffset() -> Int? {
        if take("Z") || take("z") { return 0 }
        let isAhead = take("+")
        guard isAhead || take("-"), let hours = takeNumber(2), take(":"), let minutes = takeNumber(2),
            hours < 24, minutes < 60
        else { return nil }
        return (isAhead ? 1 : -1) * (hours * 60 + minutes)
    }

    private mutating func takeNumber(_ count: Int) -> Int? {
        guard rest.count >= count else { return nil }
        var number = 0
        for byte in rest.prefix(count) {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            number = number * 10 + Int(byte - UInt8(ascii: "0"))
        }
        rest.removeFirst(count)
        return number
    }

    private mutating func take(_ letter: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: letter) else { return false }
        rest.removeFirst()
        return true
    }
}
