/// The circumstances in which a person reads values: the language and region, the time zone and the current time.
///
/// ```swift
/// CellFormat(.bytes).cell(of: JSONText.integer(1_234_567).value, in: Viewing())?.text  // 1.2 MB
/// ```
public struct Viewing: Sendable, Equatable {
    /// The spelling of numbers and dates.
    public var locale: FormatLocale
    /// The time zone of dates with a time.
    public var zone: ZoneRules
    /// The current time in milliseconds since the beginning of 1970, in UTC; nil if it is unknown.
    public var now: Int?

    /// Makes circumstances; by default the locale C, UTC, and no current time.
    public init(locale: FormatLocale = .c, zone: ZoneRules = .utc, now: Int? = nil) {
        self.locale = locale
        self.zone = zone
        self.now = now
    }
}
