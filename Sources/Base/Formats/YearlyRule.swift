/// A rule for the offset of a time zone that is the same in each year, as POSIX writes it in the variable `TZ`.
///
/// `CET-1CEST,M3.5.0,M10.5.0/3` means: one hour before UTC, and in summer two hours.
struct YearlyRule: Sendable, Equatable {
    /// A day of a year, and the seconds from its midnight on, on the clock before the change.
    private struct Change: Equatable {
        enum Day: Equatable {
            /// A day from 1 to 365; the 29th of February is not counted.
            case numbered(Int)
            /// A day from 0 to 365.
            case counted(Int)
            /// A day of the week, from Sunday on, in a week of a month; the week 5 is the last one.
            case weekday(month: Int, week: Int, day: Int)
        }

        let day: Day
        let seconds: Int

        /// The seconds from the beginning of 1970 to the change in a year, on the clock before the change.
        func time(in year: Int) -> Int {
            let start = CivilTime.days(year, 1, 1)
            let days =
                switch day {
                case .numbered(let number): start + number - (CivilTime.isLeap(year) && number >= 60 ? 0 : 1)
                case .counted(let number): start + number
                case .weekday(let month, let week, let day): Self.days(year, month, week, day)
                }
            return days * 86_400 + seconds
        }

        private static func days(_ year: Int, _ month: Int, _ week: Int, _ weekday: Int) -> Int {
            let first = CivilTime.days(year, month, 1)
            // The first of January 1970 was a Thursday.
            let firstWeekday = ((first + 4) % 7 + 7) % 7
            let day = (weekday - firstWeekday + 7) % 7 + (week - 1) * 7
            return first + (day < CivilTime.length(ofMonth: month, year) ? day : day - 7)
        }
    }

    private let standard: Int
    /// The offset in summer, and its beginning and end; nil for a zone without summer time.
    private let summer: (offset: Int, start: Change, end: Change)?

    static func == (a: YearlyRule, b: YearlyRule) -> Bool {
        a.standard == b.standard && a.summer?.offset == b.summer?.offset && a.summer?.start == b.summer?.start
            && a.summer?.end == b.summer?.end
    }

    /// Parses a rule; nil for any other text.
    init?(_ text: String) {
        var reader = RuleReader(text)
        guard reader.skipName(), let standard = reader.time() else { return nil }
        self.standard = -standard
        if reader.isAtEnd {
            summer = nil
            return
        }
        guard reader.skipName() else { return nil }
        let offset = reader.skip(",") ? self.standard + 3_600 : reader.time().map { -$0 }
        // After an explicit offset, the comma is still to be read.
        guard let offset, reader.wasComma || reader.skip(","), let start = Self.change(&reader), reader.skip(","),
            let end = Self.change(&reader), reader.isAtEnd
        else { return nil }
        summer = (offset, start, end)
    }

    func offset(at time: Int) -> Int {
        guard let summer else { return standard }
        let year = CivilTime(time + standard).year
        let start = summer.start.time(in: year) - standard
        let end = summer.end.time(in: year) - summer.offset
        let isSummer = start < end ? start <= time && time < end : !(end <= time && time < start)
        return isSummer ? summer.offset : standard
    }

    private static func change(_ reader: inout RuleReader) -> Change? {
        let day: Change.Day
        if reader.skip("M") {
            guard let month = reader.number(1...12), reader.skip("."), let week = reader.number(1...5),
                reader.skip("."), let weekday = reader.number(0...6)
            else { return nil }
            day = .weekday(month: month, week: week, day: weekday)
        } else if reader.skip("J") {
            guard let number = reader.number(1...365) else { return nil }
            day = .numbered(number)
        } else {
            guard let number = reader.number(0...365) else { return nil }
            day = .counted(number)
        }
        guard reader.skip("/") else { return Change(day: day, seconds: 7_200) }
        return reader.time().map { Change(day: day, seconds: $0) }
    }
}

/// A reader of the parts of a rule.
private struct RuleReader {
    private var rest: ArraySlice<UInt8>
    /// True if the last byte that was read is a comma.
    private(set) var wasComma = false

    init(_ text: String) {
        rest = Array(text.utf8)[...]
    }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func skip(_ byte: Character) -> Bool {
        guard rest.first == byte.asciiValue else { return false }
        rest.removeFirst()
        wasComma = byte == ","
        return true
    }

    /// Skips the abbreviation of a zone: letters, or any text in angle brackets.
    mutating func skipName() -> Bool {
        if skip("<") {
            guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return false }
            rest = rest[(end + 1)...]
            return true
        }
        let letters = rest.prefix { (0x41...0x5A).contains($0 & 0xDF) }
        rest = rest[letters.endIndex...]
        return letters.count >= 3
    }

    mutating func number(_ range: ClosedRange<Int>) -> Int? {
        let digits = rest.prefix(4).prefix { $0 &- 0x30 < 10 }
        guard !digits.isEmpty else { return nil }
        rest = rest[digits.endIndex...]
        wasComma = false
        let number = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        return range.contains(number) ? number : nil
    }

    /// Reads a time such as `-1:30` in seconds.
    mutating func time() -> Int? {
        let isNegative = skip("-")
        if !isNegative { _ = skip("+") }
        guard let hours = number(0...167) else { return nil }
        var seconds = hours * 3_600
        if skip(":") {
            guard let minutes = number(0...59) else { return nil }
            seconds += minutes * 60
            if skip(":") {
                guard let part = number(0...59) else { return nil }
                seconds += part
            }
        }
        return isNegative ? -seconds : seconds
    }
}
