/// A point in time that a `date-time` of RFC 3339 names, so that two with different offsets can be compared.
struct Moment: Comparable {
    /// Whole seconds since the year 0, in UTC.
    private let seconds: Int
    /// The digits behind the point, without zeros at their end.
    private let fraction: String

    /// Nil where the text is no date with a time; whether there is such a day was checked before.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        func number(_ start: Int, _ count: Int) -> Int? {
            guard start + count <= bytes.count else { return nil }
            var sum = 0
            for byte in bytes[start..<start + count] {
                guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
                sum = sum * 10 + Int(byte - UInt8(ascii: "0"))
            }
            return sum
        }
        guard bytes.count >= 20, bytes[10] == UInt8(ascii: "T") || bytes[10] == UInt8(ascii: "t"),
            let year = number(0, 4), let month = number(5, 2), let day = number(8, 2),
            let hour = number(11, 2), let minute = number(14, 2), let second = number(17, 2)
        else { return nil }
        var place = 19
        var digits: [UInt8] = []
        if bytes[place] == UInt8(ascii: ".") {
            place += 1
            while place < bytes.count, number(place, 1) != nil {
                digits.append(bytes[place])
                place += 1
            }
        }
        guard place < bytes.count else { return nil }
        while digits.last == UInt8(ascii: "0") { digits.removeLast() }
        var offset = 0
        if bytes[place] != UInt8(ascii: "Z"), bytes[place] != UInt8(ascii: "z") {
            guard let hours = number(place + 1, 2), let minutes = number(place + 4, 2) else { return nil }
            offset = (hours * 60 + minutes) * (bytes[place] == UInt8(ascii: "-") ? -1 : 1)
        }
        fraction = String(decoding: digits, as: UTF8.self)
        seconds = ((Self.days(year, month, day) * 24 + hour) * 60 + minute - offset) * 60 + second
    }

    static func < (left: Moment, right: Moment) -> Bool {
        left.seconds == right.seconds ? left.fraction < right.fraction : left.seconds < right.seconds
    }

    /// Days since the first of March of the year 0, in the Gregorian calendar: a leap day is the last of its year then.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let year = month < 3 ? year - 1 : year
        let month = month < 3 ? month + 9 : month - 3
        let leaps = year >= 0 ? year / 4 - year / 100 + year / 400 : -1
        return year * 365 + leaps + (month * 153 + 2) / 5 + day - 1
    }
}
