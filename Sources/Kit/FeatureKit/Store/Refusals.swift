import FHJSON

/// The unavailable actions of a feature, encoded once for as long as they stay the same.
final class Refusals: Sendable {
    private let entries: [Unavailable]
    /// The object `unavailable`.
    let text: JSONText

    init(_ entries: [Unavailable]) {
        self.entries = entries
        text = JSONText.build { json in
            json.beginObject()
            for entry in entries {
                json.key(entry.action)
                json.value(entry.reason)
            }
            json.endObject()
        }
    }

    /// True if `entries` equal the encoded entries.
    func has(_ entries: [Unavailable]) -> Bool {
        self.entries.count == entries.count
            && zip(self.entries, entries).allSatisfy {
                isSameText($0.action, $1.action) && isSameText($0.reason, $1.reason)
            }
    }
}
