/// The user for whom the host writes texts: the language and the region, and the time zone.
public struct Reader: Sendable, Equatable {
    /// The locale, such as `de_CH.UTF-8`; nil if the user has none, or the locale of programs.
    public var locale: String?
    /// The name of the time zone, such as `Europe/Zurich`; nil if it is unknown.
    public var timeZone: String?

    /// Makes a user with neither.
    public init() {}

    /// Reads the environment of a process.
    ///
    /// - Parameters:
    ///   - variable: returns the value of an environment variable.
    ///   - zoneFile: the path of the time zone file of the system; nil if it is unknown.
    public init(_ variable: (String) -> String?, zoneFile: String? = nil) {
        func value(_ name: String) -> String? { variable(name).flatMap { $0.isEmpty ? nil : $0 } }
        let locale = value("LC_ALL") ?? value("LC_TIME") ?? value("LANG")
        // `C` is what a host uses without a locale.
        if let locale, !["C", "POSIX"].contains(locale.prefix { $0 != "." }) { self.locale = locale }
        // A path or a rule of POSIX is no name of a time zone.
        if let zone = value("TZ").map({ $0.hasPrefix(":") ? String($0.dropFirst()) : $0 }), !zone.hasPrefix("/") {
            timeZone = zone
        } else if value("TZ") == nil, let path = zoneFile, let folder = path.firstRange(of: "/zoneinfo/") {
            timeZone = String(path[folder.upperBound...])
        }
    }
}
