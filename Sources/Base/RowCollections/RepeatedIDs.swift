import FHJSON
import FHRows

/// New ids for rows whose id occurs several times in a source.
///
/// Without new ids, another row would inherit the selection of a removed row with the same id.
///
/// ```swift
/// var ids = RepeatedIDs(["1", "2", "1"])
/// ids.own("2", of: value)  // nil
/// ids.own("1", of: value)  // "1#mZ0sW3cYQ4e"
/// ```
package struct RepeatedIDs {
    private let all: Set<ExactText>
    private let repeated: Set<ExactText>
    private var digestIDs = DigestIDs()

    /// Prepares new ids for all rows of a source.
    ///
    /// - Parameter ids: The ids of the rows, in any order.
    package init(_ ids: some Sequence<String>) {
        var all: Set<ExactText> = []
        var repeated: Set<ExactText> = []
        for id in ids where !all.insert(id) { _ = repeated.insert(id) }
        (self.all, self.repeated) = (all, repeated)
    }

    /// Returns the new id of the next row, in the order of the source; nil if no other row has the same id in the
    /// source.
    ///
    /// - Parameters:
    ///   - id: The row's id in the source.
    ///   - digest: The digest of the row's value.
    package mutating func own(_ id: String, of digest: RowDigest) -> String? {
        repeated.contains(id) ? digestIDs.next(id, of: digest) { all.contains($0) } : nil
    }

    /// Returns the id in the source for a new id; nil for an id without `#`.
    package static func original(of own: String) -> String? {
        own.lastIndex(of: "#").map { String(own[..<$0]) }
    }
}

/// Ids that consist of the row's id in the source and a digest of the row's value.
///
/// A number from 2 is appended if an earlier row has the same id and digest, or if the id without the number is taken.
package struct DigestIDs: Sendable {
    private var counts: [ExactText: Int] = [:]

    package init() {}

    /// Returns the id of the next row.
    ///
    /// - Parameters:
    ///   - id: The row's id in the source.
    ///   - digest: The digest of the row's value.
    ///   - isTaken: Returns true for an id that the new id must differ from.
    package mutating func next(_ id: String, of digest: RowDigest, isTaken: (String) -> Bool) -> String {
        let first = "\(id)#\(digest.text)"
        while true {
            let occurrence = counts[first, default: 0] + 1
            counts[first] = occurrence
            let own = occurrence == 1 ? first : "\(first)-\(occurrence)"
            if !isTaken(own) { return own }
        }
    }
}
