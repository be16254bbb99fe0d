/// The spelling of numbers, dates and times in a language and a region.
public struct FormatLocale: Sendable, Equatable {
    /// The place of the symbol of a currency.
    enum CurrencyPlace {
        /// The symbol follows the number, after a space.
        case after
        /// The symbol precedes the number.
        case before
        /// The symbol precedes the number, before a space.
        case beforeSpace
    }

    /// The name, such as `de` or `en-GB`.
    public let name: String
    let decimal: String
    let group: String
    /// The number of digits before the first separator of thousands from which on there are separators.
    var leastGrouped = 1
    /// The order of the parts of a date: `y`, `M` and `d` stand for the parts, all else for itself.
    let date: String
    var time = ":"
    /// True if the hours are counted from 1 to 12.
    var isHalfDay = false
    /// The text between a number and `%`.
    var percentSpace = ""
    var currency = CurrencyPlace.after
    let words: RelativeWords

    /// The locale of programs: English words, dates as in `2026-12-31`.
    public static let c = FormatLocale(
        name: "C", decimal: ".", group: ",", date: "y-M-d", currency: .before, words: .english)

    private static let narrow = "\u{202F}"
    private static let solid = "\u{A0}"

    /// All locales.
    public static let all: [FormatLocale] = [
        c,
        FormatLocale(
            name: "en", decimal: ".", group: ",", date: "M/d/y", isHalfDay: true, currency: .before, words: .english),
        FormatLocale(name: "en-GB", decimal: ".", group: ",", date: "d/M/y", currency: .before, words: .english),
        FormatLocale(name: "de", decimal: ",", group: ".", date: "d.M.y", percentSpace: solid, words: .german),
        FormatLocale(
            name: "de-CH", decimal: ".", group: "’", date: "d.M.y", currency: .beforeSpace, words: .german),
        FormatLocale(name: "fr", decimal: ",", group: narrow, date: "d/M/y", percentSpace: narrow, words: .french),
        FormatLocale(
            name: "es", decimal: ",", group: ".", leastGrouped: 2, date: "d/M/y", percentSpace: solid, words: .spanish),
        FormatLocale(
            name: "es-MX", decimal: ".", group: ",", date: "d/M/y", currency: .before, words: .spanish),
        FormatLocale(name: "it", decimal: ",", group: ".", date: "d/M/y", words: .italian),
        FormatLocale(
            name: "pt", decimal: ",", group: solid, leastGrouped: 2, date: "d/M/y", words: .portuguese),
        FormatLocale(
            name: "pt-BR", decimal: ",", group: ".", date: "d/M/y", currency: .beforeSpace, words: .brazilian),
        FormatLocale(name: "nl", decimal: ",", group: ".", date: "d-M-y", currency: .beforeSpace, words: .dutch),
        FormatLocale(name: "sv", decimal: ",", group: solid, date: "y-M-d", percentSpace: solid, words: .swedish),
        FormatLocale(
            name: "da", decimal: ",", group: ".", date: "d.M.y", time: ".", percentSpace: solid, words: .danish),
        FormatLocale(name: "nb", decimal: ",", group: solid, date: "d.M.y", percentSpace: solid, words: .norwegian),
        FormatLocale(name: "ja", decimal: ".", group: ",", date: "y/M/d", currency: .before, words: .japanese),
        FormatLocale(name: "zh", decimal: ".", group: ",", date: "y/M/d", currency: .before, words: .chinese),
    ]

    /// Finds the locale for a name such as `de_AT.UTF-8`, `de-AT` or `POSIX`.
    ///
    /// A region without a locale of its own gets the locale of its language. Nil for an unknown language.
    public static func named(_ name: String) -> FormatLocale? {
        let plain = name.prefix { $0 != "." && $0 != "@" }.lowercased()
        let parts = plain.split { $0 == "_" || $0 == "-" }
        guard var language = parts.first.map(String.init) else { return plain.isEmpty ? c : nil }
        if language == "c" || language == "posix" { return c }
        if language == "no" { language = "nb" }
        let region = parts.dropFirst().first { $0.count == 2 }.map(String.init)
        let wanted =
            switch (language, region) {
            case ("en", nil), ("en", "us"), ("en", "ph"): "en"
            case ("en", _): "en-gb"
            case ("de", "li"): "de-ch"
            case (_, let region?): "\(language)-\(region)"
            case (_, nil): language
            }
        return all.first { $0.name.lowercased() == wanted } ?? all.first { $0.name == language }
    }
}
