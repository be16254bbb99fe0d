import FHJSON

/// Ids for rows of which several have the same id.
///
/// Such a row gets its id with a digest of its value, and the number of its occurrence if the values are equal too. So
/// no row takes over the id, and with it the marks, of another row when that row is removed.
///
/// ```swift
/// var ids = RepeatedIDs(["1", "2", "1"])
/// ids.own("2", of: value)  // nil
/// ids.own("1", of: value)  // "1#mZ0sW3cYQ4e"
/// ```
package struct RepeatedIDs {
    private let all: Set<ExactText>
    private let repeated: Set<ExactText>
    private var given: Set<ExactText> = []

    /// Makes the ids for all rows of a source.
    ///
    /// - Parameter ids: The ids of the rows, in any order.
    package init(_ ids: some Sequence<String>) {
        var all: Set<ExactText> = []
        var repeated: Set<ExactText> = []
        for id in ids where !all.insert(id) { _ = repeated.insert(id) }
        (self.all, self.repeated) = (all, repeated)
    }

    /// Returns the own id of the next row; nil if no other row has its id.
    ///
    /// - Parameters:
    ///   - id: The row's id in the source.
    ///   - digest: The digest of the row's value.
    package mutating func own(_ id: String, of digest: RowDigest) -> String? {
        guard repeated.contains(id) else { return nil }
        let first = "\(id)#\(digest.text)"
        var own = first
        var occurrence = 1
        while all.contains(own) || !given.insert(own) {
            occurrence += 1
            own = "\(first)-\(occurrence)"
        }
        return own
    }

    /// Returns the id in the source for an own id; nil for any other id.
    package static func original(of own: String) -> String? {
        own.lastIndex(of: "#").map { String(own[..<$0]) }
    }
}
