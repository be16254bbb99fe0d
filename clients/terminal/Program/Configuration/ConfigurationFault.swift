/// A fault in a configuration file, with its place.
public struct ConfigurationFault: Error, Equatable, Sendable {
    /// The line, counted from 1.
    public let line: Int
    /// The column, counted from 1 in Unicode scalars.
    public let column: Int
    /// The description of the fault, and of what would be right.
    public let reason: String
}

/// A place in a text.
struct TextPlace: Equatable {
    /// The line, counted from 1.
    let line: Int
    /// The column, counted from 1 in Unicode scalars.
    let column: Int

    /// Returns a fault at the place.
    func fault(_ reason: String) -> ConfigurationFault {
        ConfigurationFault(line: line, column: column, reason: reason)
    }
}
