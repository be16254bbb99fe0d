import FHJSON

/// The texts of dates, tags, links and other values.
extension CellFormat {
    // MARK: Dates

    /// Reads a date, a date-time, or a number of seconds or milliseconds since the beginning of 1970.
    func time(_ value: JSONValue) -> StatedTime? {
        if let text = value.stringValue, let time = StatedTime(text) { return time }
        guard let number = Self.decimal(value),
            let milliseconds = number.scaled(by: details.unit == "ms" ? 1 : 1_000, decimals: 0)?.whole
        else { return nil }
        return StatedTime(milliseconds: number.isNegative ? -milliseconds : milliseconds)
    }

    func text(of time: StatedTime, in viewing: Viewing) -> String {
        if kind == .relative, let now = viewing.now { return Self.distance(time, now, viewing) }
        switch time {
        case .day(let day): return Self.date(day, viewing.locale)
        case .instant(let milliseconds):
            let local = Self.local(milliseconds, viewing)
            let date = Self.date(local, viewing.locale)
            return kind == .date ? date : date + " " + clock(local, viewing.locale)
        }
    }

    private static func local(_ milliseconds: Int, _ viewing: Viewing) -> CivilTime {
        // A division rounds towards zero, and the seconds before 1970 are rounded down.
        let seconds = (milliseconds - (milliseconds < 0 ? 999 : 0)) / 1_000
        return CivilTime(seconds + viewing.zone.offset(at: seconds))
    }

    /// The distance between a time and now; for a date, the number of days between the dates.
    private static func distance(_ time: StatedTime, _ now: Int, _ viewing: Viewing) -> String {
        switch time {
        case .instant(let milliseconds): return viewing.locale.words.text(milliseconds - now)
        case .day(let day):
            let today = local(now, viewing)
            let days = day.seconds / 86_400 - CivilTime.days(today.year, today.month, today.day)
            return days == 0 ? date(day, viewing.locale) : viewing.locale.words.text(days * 86_400_000)
        }
    }

    private static func date(_ time: CivilTime, _ locale: FormatLocale) -> String {
        var text = ""
        for part in locale.date {
            switch part {
            case "y":
                let digits = String(time.year)
                text += String(repeating: "0", count: max(0, 4 - digits.count)) + digits
            case "M": text += padded(time.month)
            case "d": text += padded(time.day)
            default: text.append(part)
            }
        }
        return text
    }

    private func clock(_ time: CivilTime, _ locale: FormatLocale) -> String {
        let hour = locale.isHalfDay ? "\((time.hour + 11) % 12 + 1)" : Self.padded(time.hour)
        var text = hour + locale.time + Self.padded(time.minute)
        if details.showsSeconds { text += locale.time + Self.padded(time.second) }
        return locale.isHalfDay ? text + (time.hour < 12 ? " AM" : " PM") : text
    }

    // MARK: Tags and marks

    /// The cell of a tag, or of an array of tags.
    func tag(_ value: JSONValue) -> Cell? {
        if value.isArray {
            let cells = value.elements.compactMap { $0.isArray ? nil : tag($0) }
            guard cells.count == value.count else { return nil }
            let tone = Set(cells.map(\.tone)).count == 1 ? cells[0].tone : nil
            return Cell(cells.map(\.text).joined(separator: ", "), tone: tone)
        }
        guard !value.isObject, !value.isNull else { return nil }
        let text = Self.plain(value)
        guard let tag = details.tags[text] else { return Cell(text) }
        return Cell(tag.title ?? text, tone: tag.tone, icon: tag.icon)
    }

    static func isOn(_ value: JSONValue) -> Bool? {
        if let isOn = value.boolValue { return isOn }
        if let number = value.intValue { return number == 0 ? false : number == 1 ? true : nil }
        return switch value.stringValue {
        case "true", "1": true
        case "false", "0": false
        default: nil
        }
    }

    // MARK: Links

    /// Returns a text that is the URL of a page or an address; nil for any other text.
    static func link(_ text: String) -> String? {
        let isKnown = ["https://", "http://", "mailto:"].contains { start in
            text.utf8.count > start.utf8.count && text.prefix(start.count).lowercased() == start
        }
        return isKnown && text.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F }) ? text : nil
    }

    static func isAddress(_ text: String) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { !$0.isEmpty }
            && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"?%:".utf8.contains($0) }
    }

    /// The last part of a path or a URL.
    static func fileName(_ text: String) -> String {
        let path = text.prefix { $0 != "?" && $0 != "#" }
        return path.split(separator: "/").last.map(String.init) ?? text
    }

    // MARK: JSON and curves

    /// The greatest number of characters of a JSON text, as Unicode scalars, because a character can have any number.
    private static let longest = 500

    static func short(_ text: String) -> String {
        let beginning = text.unicodeScalars.prefix(longest)
        return beginning.endIndex == text.endIndex ? text : String(beginning) + "…"
    }

    /// A curve of block characters; nil if a value is no number.
    func curve(_ value: JSONValue) -> String? {
        let numbers: [Double?]
        if value.isArray {
            numbers = value.elements.suffix(details.drawing.width ?? 20).map(\.doubleValue)
        } else {
            guard let text = value.stringValue else { return nil }
            numbers = text.split { $0 == "," || $0 == " " }.suffix(details.drawing.width ?? 20).map {
                Double(String($0))
            }
        }
        let points = numbers.compactMap { $0 }.filter(\.isFinite)
        guard points.count == numbers.count else { return nil }
        let low = details.drawing.lowest ?? points.min() ?? 0
        let high = details.drawing.highest ?? points.max() ?? 0
        let range = high - low
        let blocks = Array("▁▂▃▄▅▆▇█")
        return String(
            points.map { point in
                guard range > 0, range.isFinite else { return blocks[0] }
                return blocks[Int((min(max((point - low) / range, 0), 1) * 7).rounded())]
            })
    }
}
