/// Dates and times of RFC 3339.
extension TextScan {
    struct Date {
        let day: Int
        let isLastOfMonth: Bool
    }

    struct Time {
        let hour: Int
        let minute: Int
        /// The second; nil if it is omitted.
        let second: Int?

        /// True if the time exists in a zone that is `utcOffset` minutes ahead of UTC.
        ///
        /// A leap second is the last second of a day in UTC. If `date` is not nil, the day in UTC must also be the last
        /// of a month.
        func isRight(utcOffset: Int, on date: Date? = nil) -> Bool {
            guard hour < 24, minute < 60 else { return false }
            guard second == 60 else { return second ?? 0 < 60 }
            return switch hour * 60 + minute - utcOffset {
            case 24 * 60 - 1: date?.isLastOfMonth ?? true
            // In UTC, the day is the one before `date`. It is the last of a month if `date` is the first.
            case -1: date.map { $0.day == 1 } ?? true
            default: false
            }
        }
    }

    mutating func takeDate() -> Date? {
        guard let year = takeNumber(4), take("-"), let month = takeNumber(2), take("-"), let day = takeNumber(2),
            (1...12).contains(month)
        else { return nil }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
        return (1...days).contains(day) ? Date(day: day, isLastOfMonth: day == days) : nil
    }

    /// Reads a `partial-time`.
    ///
    /// The seconds are optional.
    mutating func takePartialTime() -> Bool { takeTime()?.isRight(utcOffset: 0) == true }

    mutating func takeFullTime(on date: Date? = nil) -> Bool {
        guard let time = takeTime(), time.second != nil, let offset = takeOffset() else { return false }
        return time.isRight(utcOffset: offset, on: date)
    }

    mutating func takeDateTime() -> Bool {
        guard let date = takeDate(), take(anyCase: "t") else { return false }
        return takeFullTime(on: date)
    }

    private mutating func takeTime() -> Time? {
        guard let hour = takeNumber(2), take(":"), let minute = takeNumber(2) else { return nil }
        guard take(":") else { return Time(hour: hour, minute: minute, second: nil) }
        guard let second = takeNumber(2) else { return nil }
        if take("."), take(while: \.isDigit) == 0 { return nil }
        return Time(hour: hour, minute: minute, second: second)
    }

    /// Reads an offset and returns the minutes ahead of UTC.
    private mutating func takeOffset() -> Int? {
        if take(anyCase: "z") { return 0 }
        let isAhead = take("+")
        guard isAhead || take("-"), let hours = takeNumber(2), take(":"), let minutes = takeNumber(2),
            hours < 24, minutes < 60
        else { return nil }
        return (isAhead ? 1 : -1) * (hours * 60 + minutes)
    }
}
