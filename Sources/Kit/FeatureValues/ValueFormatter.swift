public import FHJSON

/// Writes values as people read them, in a language and a time zone.
public protocol ValueFormatter {
    /// Returns the text of a value in a format; nil for an unknown format.
    ///
    /// - Parameters:
    ///   - value: the value; nil if it is absent.
    ///   - format: the name of the format, such as `bytes`.
    func text(of value: JSONText?, in format: String) -> String?
}
