/// A date and a time of day as a calendar and a clock show them (Gregorian).
struct CivilTime: Equatable {
    var year: Int
    var month: Int
    var day: Int
    var hour = 0
    var minute = 0
    var second = 0

    /// Makes a date without a time of day.
    init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// Makes the date and time of a number of seconds since the beginning of 1970.
    init(_ seconds: Int) {
        let days = Self.floor(seconds, 86_400)
        let rest = seconds - days * 86_400
        // Years begin in March, so that a leap day is the last day of its year. An era has 400 years.
        let shifted = days + 719_468
        let era = Self.floor(shifted, 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        hour = rest / 3_600
        minute = rest / 60 % 60
        second = rest % 60
    }

    /// The seconds from the beginning of 1970 to this date and time, in the same time zone.
    var seconds: Int { Self.days(year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second }

    /// The days from the beginning of 1970 to a date.
    static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = floor(shifted, 400)
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    static func length(ofMonth month: Int, _ year: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

    private static func floor(_ number: Int, _ divisor: Int) -> Int {
        number >= 0 ? number / divisor : -((divisor - 1 - number) / divisor)
    }
}

/// A date, or a point in time, that a value states.
enum StatedTime: Equatable {
    case day(CivilTime)
    /// The milliseconds since the beginning of 1970, in UTC.
    case instant(Int)

    /// The latest point in time that is shown, in seconds: the end of the year 9999.
    private static let end = 253_402_300_800
    /// The earliest point in time that is shown, in seconds: the beginning of the year 0.
    private static let start = -62_167_219_200

    /// Makes a point in time of milliseconds since the beginning of 1970; nil outside of the years 0 to 9999.
    init?(milliseconds: Int) {
        guard (Self.start * 1_000..<Self.end * 1_000).contains(milliseconds) else { return nil }
        self = .instant(milliseconds)
    }

    /// Parses a date or a date-time; nil for any other text.
    ///
    /// A date-time without an offset counts as UTC. Seconds and the offset are optional, and a space may replace `T`.
    init?(_ text: String) {
        var rest = Array(text.utf8)[...]
        func skip(_ byte: Character) -> Bool {
            guard rest.first == byte.asciiValue else { return false }
            rest.removeFirst()
            return true
        }
        func number(_ count: Int, _ range: ClosedRange<Int>) -> Int? {
            guard rest.count >= count, rest.prefix(count).allSatisfy({ $0 &- 0x30 < 10 }) else { return nil }
            let number = rest.prefix(count).reduce(0) { $0 * 10 + Int($1 - 0x30) }
            rest.removeFirst(count)
            return range.contains(number) ? number : nil
        }
        guard let year = number(4, 0...9_999), skip("-"), let month = number(2, 1...12), skip("-"),
            let day = number(2, 1...CivilTime.length(ofMonth: month, year))
        else { return nil }
        var time = CivilTime(year: year, month: month, day: day)
        if rest.isEmpty {
            self = .day(time)
            return
        }
        guard skip("T") || skip("t") || skip(" "), let hour = number(2, 0...23), skip(":"),
            let minute = number(2, 0...59)
        else { return nil }
        (time.hour, time.minute) = (hour, minute)
        var milliseconds = 0
        if skip(":") {
            // A leap second is shown as the preceding second.
            guard let second = number(2, 0...60) else { return nil }
            time.second = min(second, 59)
            if skip(".") {
                let digits = rest.prefix { $0 &- 0x30 < 10 }
                if digits.isEmpty { return nil }
                rest.removeFirst(digits.count)
                milliseconds = (digits.map { Int($0 - 0x30) } + [0, 0]).prefix(3).reduce(0) { $0 * 10 + $1 }
            }
        }
        var offset = 0
        if !rest.isEmpty, !skip("Z"), !skip("z") {
            let isBehind = skip("-")
            guard isBehind || skip("+"), let hours = number(2, 0...23) else { return nil }
            offset = hours * 60
            if !rest.isEmpty {
                _ = skip(":")
                guard let minutes = number(2, 0...59) else { return nil }
                offset += minutes
            }
            if isBehind { offset = -offset }
        }
        guard rest.isEmpty else { return nil }
        self.init(milliseconds: (time.seconds - offset * 60) * 1_000 + milliseconds)
    }
}
