import FHJSON

/// The actions that a feature refuses now.
///
/// Their encoding is reused while the actions stay the same.
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

    /// True if these are the same entries.
    func has(_ entries: [Unavailable]) -> Bool {
        self.entries.count == entries.count
            && zip(self.entries, entries).allSatisfy {
                isSameText($0.action, $1.action) && isSameText($0.reason, $1.reason)
            }
    }
}
