import Patterns

/// What a text must look like, by the names that JSON Schema's `format` has for it.
///
/// Each is as draft 2020-12 defines it (validation, section 7.3), which names a grammar; only ASCII is right in any.
public enum TextFormat: String, Sendable, CaseIterable {
    /// A `Mailbox` of RFC 5321: quoted local parts and address literals too, but no comments and no display name.
    case email
    /// A URI of RFC 3986, with a scheme.
    case uri
    /// A host name of RFC 1123; a label that begins with `xn--` holds an encoded name.
    case hostname
    /// Four decimal numbers without leading zeros, which some programs read as octal ones.
    case ipv4
    /// An address of RFC 4291, without a zone.
    case ipv6
    /// A UUID of RFC 4122, of any version and in any case.
    case uuid
    /// A `full-date` of RFC 3339.
    case date
    /// A `full-time` of RFC 3339, with its offset.
    case time
    /// A `date-time` of RFC 3339.
    case dateTime = "date-time"
    /// A pattern that `Pattern` takes.
    case regex

    /// Whether a text has this format.
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

    /// Whether a text is an address as HTML defines it, which is what `<input type=email>` accepts.
    ///
    /// It is neither more nor less strict than `email`: dots may stand anywhere, but nothing may be quoted.
    public static func isHTMLEmail(_ text: String) -> Bool { TextScan.reads(text) { $0.takeHTMLEmail() } }

    /// Whether a text is a `partial-time` of RFC 3339, whose seconds may be left out.
    public static func isPartialTime(_ text: String) -> Bool { TextScan.reads(text) { $0.takePartialTime() } }
}
