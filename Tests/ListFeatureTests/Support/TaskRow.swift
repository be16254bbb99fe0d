import FHJSON
import FeatureKit

extension SourceRow {
    /// Makes a row with members for filters and sorts.
    static func task(_ id: String, done: Bool = false, size: Int = 0) -> SourceRow {
        let value = JSONText.build { json in
            json.beginObject()
            json.field("id", id)
            json.field("done", done)
            json.field("size", size)
            json.endObject()
        }
        return SourceRow(id: id, value: value)
    }
}
