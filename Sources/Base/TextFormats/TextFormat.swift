import FHPatterns

/// A format of strings, with its name in JSON Schema's `format`.
///
/// Each format follows the grammar to which JSON Schema draft 2020-12 (validation, section 7.3) refers. All formats
/// except `regex` are restricted to ASCII.
public enum TextFormat: String, Sendable, CaseIterable {
    /// A `Mailbox` of RFC 5321, including quoted local parts and address literals, without comments and display name.
    case email
    /// A URI of RFC 3986, with a scheme.
    case uri
    /// A host name of RFC 1123. A label with the prefix `xn--` must be valid Punycode.
    case hostname
    /// Four decimal numbers without leading zeros. Some programs read numbers with leading zeros as octal.
    case ipv4
    /// An address of RFC 4291, without a zone.
    case ipv6
    /// A UUID of RFC 4122, of any version, in upper or lower case.
    case uuid
    /// A `full-date` of RFC 3339.
    case date
    /// A `full-time` of RFC 3339, with its offset.
    case time
    /// A `date-time` of RFC 3339.
    case dateTime = "date-time"
    /// A pattern that `Pattern` accepts.
    case regex

    /// True if a text has this format.
    public func matches(_ text: String) -> Bool {
        if self == .regex { return (try? Pattern(text)) != nil }
        return TextScan.reads(text) { scan in
            switch self {
            case .email: scan.takeMailbox()
            case .uri: scan.takeURI()
            case .hostname: scan.takeHostName()
            case .ipv4: scan.takeIPv4Address()
            case .ipv6: scan.takeIPv6Address()
            case .uuid: scan.takeUUID()
            case .date: scan.takeDate() != nil
            case .time: scan.takeFullTime()
            case .dateTime: scan.takeDateTime()
            case .regex: false
            }
        }
    }

    /// True if a text is an email address as defined by HTML for `<input type=email>`.
    ///
    /// Unlike `email`, this format permits dots anywhere before the `@`, but neither quoted text nor address literals.
    public static func isHTMLEmail(_ text: String) -> Bool { TextScan.reads(text) { $0.takeHTMLEmail() } }

    /// True if a text is a `partial-time` of RFC 3339.
    ///
    /// The seconds are optional here.
    public static func isPartialTime(_ text: String) -> Bool { TextScan.reads(text) { $0.takePartialTime() } }
}
