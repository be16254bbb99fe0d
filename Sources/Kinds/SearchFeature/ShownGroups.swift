import FHJSON
import FHKindParts
import FeatureKit

/// The member `groups` of a search's state: the results in the window, by group.
///
/// It is encoded without the cells of the rows, which depend on the reader of the snapshot.
struct ShownGroups {
    /// The end of a result in the text.
    struct End: Sendable {
        /// The position of the result among all results.
        let place: Int
        /// The offset of the bracket that closes the object of the result.
        let offset: Int
    }

    static let none = ShownGroups(text: .emptyArray, ends: [])

    let text: JSONText
    let ends: [End]

    /// Writes the groups as one value.
    ///
    /// - Parameter painter: makes the cells of the results; nil if no column has a format.
    func write(to json: inout JSONWriter, _ painter: CellPainter?, _ results: Results?) {
        guard let painter, let results else { return json.value(text) }
        text.bytes.withUnsafeBytes { bytes in
            json.beginValue()
            var start = 0
            for end in ends where end.offset > start {
                json.appendBytes(UnsafeRawBufferPointer(rebasing: bytes[start..<end.offset]))
                painter.write(results[end.place], to: &json)
                start = end.offset
            }
            json.appendBytes(UnsafeRawBufferPointer(rebasing: bytes[start...]))
        }
    }
}
