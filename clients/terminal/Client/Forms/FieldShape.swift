/// The expected format of a typed value, as a hint for users.
public struct FieldShape {
    /// The largest number of columns of a value, because long lines are hard to read.
    public static let widest = 64

    /// The format, such as `YYYY-MM-DD`, or a description; empty for a text or number in any format.
    public let text: String
    /// The number of columns of the field.
    public let width: Int
    /// True for a date or a time.
    public let isDate: Bool
    /// True if an empty text is sent as null.
    public let isNullWhereEmpty: Bool

    /// Returns the format of a field's type.
    public init(_ type: String) {
        switch type {
        case "date": self.init("YYYY-MM-DD", 14, isDate: true)
        case "time": self.init("HH:MM", 14, isDate: true)
        case "dateTime": self.init("YYYY-MM-DDTHH:MM:SSZ", 28, isDate: true)
        case "file": self.init("path of a file", FieldShape.widest)
        case "number": self.init("", 20, isNullWhereEmpty: true)
        default: self.init("", FieldShape.widest)
        }
    }

    private init(_ text: String, _ width: Int, isDate: Bool = false, isNullWhereEmpty: Bool = false) {
        self.text = text
        self.width = width
        self.isDate = isDate
        self.isNullWhereEmpty = isDate || isNullWhereEmpty
    }

    /// Returns the part of the format that is not typed yet; nil if nothing is missing, or if the typed text differs.
    public func rest(after typed: String) -> String? {
        guard typed.count < text.count, fits(typed) else { return nil }
        return String(text.dropFirst(typed.count))
    }

    /// Returns true if a text has the format.
    ///
    /// Fractions of a second and an offset other than `Z` may follow a time.
    public func isMet(by typed: String) -> Bool {
        let needed = text.count - (text.hasSuffix("Z") ? 1 : 0)
        let isLong = typed.count == needed || typed.count > needed && text.contains("H")
        return isLong && fits(typed.prefix(needed))
    }

    private func fits(_ typed: some StringProtocol) -> Bool {
        zip(typed, text).allSatisfy { character, expected in
            "YMDHS".contains(expected) ? character.isASCII && character.isNumber : character == expected
        }
    }
}

/// A day of the Gregorian calendar.
public struct CalendarDay {
    /// The weekday, such as `Tuesday`.
    public let weekday: String

    /// Reads a day such as `2026-11-24`; nil if the text is not a valid day.
    public init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.count) == [4, 2, 2], text.allSatisfy({ $0.isASCII }),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]),
            (1...12).contains(month), (1...Self.days(in: month, of: year)).contains(day)
        else { return nil }
        // Sakamoto's method: the offsets are those of the months in a year that begins with March.
        let offsets = [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4]
        let years = month < 3 ? year - 1 : year
        let number = (years + years / 4 - years / 100 + years / 400 + offsets[month - 1] + day) % 7
        let names = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
        weekday = names[(number + 7) % 7]
    }

    private static func days(in month: Int, of year: Int) -> Int {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    }
}
