import Glibc
import JSON

/// One row of a source: an object with an id.
///
/// It is a place in a block of texts, which it keeps alive: a copy costs no more than a reference.
public struct SourceRow: Sendable {
    /// How many levels the arrays and objects of a row may have, which stand in those of a snapshot: frames stay within
    /// what JSON is read of.
    public static let deepestLevel = 512

    /// What is wrong with a row, or with the params of an action, of more levels.
    public static let tooDeep = "is nested more than \(deepestLevel) deep"

    let block: RowBlock
    let place: Int

    init(_ block: RowBlock, _ place: Int) {
        self.block = block
        self.place = place
    }

    /// Makes a row that stands alone.
    ///
    /// - Parameters:
    ///   - id: the id of the row.
    ///   - value: the row, an object.
    ///   - version: the source's own version of the row; nil or empty where the source has none.
    public init(id: String, value: JSONText, version: String? = nil) {
        var id = id
        if let version, !version.isEmpty {
            var writer = RowWriter()
            writer.append(id: id, version: version) { $0.value(value) }
            self = writer.finish()[0]
            return
        }
        let block = id.withUTF8 { id in
            value.bytes.withUnsafeBytes { RowBlock(id: UnsafeRawBufferPointer(id), value: $0) }
        }
        self.init(block, 0)
    }

    /// Makes a row of an object; one that has no id of its own gets one.
    public init(_ value: JSONValue, idKey: String, otherwise makeID: () -> String) {
        if let id = Self.id(value[idKey]) {
            self.init(id: id, value: JSONText(value))
        } else {
            let id = makeID()
            self.init(id: id, value: value.merged(with: JSONText.object(idKey, .string(id)).value))
        }
    }

    /// A row's id from its own member: a string that is not empty, or an integer; nil for anything else.
    public static func id(_ member: JSONValue?) -> String? {
        switch member?.kind {
        case .string: member?.stringValue.flatMap { $0.isEmpty ? nil : $0 }
        case .integer: member?.intValue.map { "\($0)" }
        default: nil
        }
    }

    /// Unique in the source.
    public var id: String { withTexts { id, _ in String(decoding: id, as: UTF8.self) } }

    /// Whether this is its id, byte by byte.
    public func hasID(_ other: String) -> Bool {
        var other = other
        return other.withUTF8 { other in withTexts { id, _ in isSame(id, UnsafeRawBufferPointer(other)) } }
    }

    /// The whole object; `{}` where it was dropped.
    public var value: JSONText {
        if isDropped { return .emptyObject }
        return withTexts { _, value in JSONText.build(capacity: value.count) { $0.rawValue(value) } }
    }

    /// Which state of the row this is: the source's own version, else a digest of the row's text.
    ///
    /// A row that is changed has another one. It means nothing where the value was dropped.
    public var version: String {
        block.withAllTexts(place) { _, value, version in
            version.isEmpty ? RowDigest(value).text : String(decoding: version, as: UTF8.self)
        }
    }

    /// The source's own version of the row; nil where it has none.
    public var ownVersion: String? {
        block.withAllTexts(place) { _, _, version in
            version.isEmpty ? nil : String(decoding: version, as: UTF8.self)
        }
    }

    /// Whether only the id is here: whoever holds the row has let go of its value, which is loaded again when it is
    /// wanted.
    public var isDropped: Bool { withTexts { _, value in value.isEmpty } }

    /// A member of the object; nil where it has none, and where the value was dropped.
    public func member(_ key: String) -> JSONValue? { withTexts { _, value in JSONValue.member(key, of: value) } }

    /// The row with a JSON Merge Patch (RFC 7396) applied, without a version of the source's; one whose value was dropped
    /// stays as it is.
    public func merged(with patch: JSONText) -> SourceRow {
        if isDropped { return self }
        return withTexts { id, value in
            var json = JSONWriter(capacity: value.count + patch.bytes.count)
            patch.bytes.withUnsafeBytes { JSONMergePatch.apply($0, to: value, into: &json) }
            return json.withUnsafeBytes { SourceRow(RowBlock(id: id, value: $0), 0) }
        }
    }

    /// The patch that leads back to the row from what it becomes by `patch`; its value must be here.
    public func opposite(of patch: JSONText) -> JSONText {
        withTexts { _, value in patch.bytes.withUnsafeBytes { JSONMergePatch.opposite(of: $0, on: value) } }
    }

    /// Gives the id and the text of the object as they stand in memory; they stay valid for the call only.
    @inline(__always)
    public func withTexts<Result>(
        _ body: (_ id: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Result
    ) -> Result {
        block.withTexts(place, body)
    }
}

extension SourceRow: Equatable {
    /// Whether both have the same id, the same text and the same version.
    public static func == (a: SourceRow, b: SourceRow) -> Bool {
        if a.block === b.block, a.place == b.place { return true }
        return a.block.withAllTexts(a.place) { id, value, version in
            b.block.withAllTexts(b.place) { isSame(id, $0) && isSame(value, $1) && isSame(version, $2) }
        }
    }
}

/// Whether two texts have the same bytes.
@inline(__always)
func isSame(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Bool {
    guard a.count == b.count, let a = a.baseAddress, let c = b.baseAddress else { return a.count == b.count }
    return memcmp(a, c, b.count) == 0
}

/// The hash of an id, for this run of the process.
@inline(__always)
func hashOfID(_ id: UnsafeRawBufferPointer) -> UInt32 {
    var hasher = Hasher()
    hasher.combine(bytes: id)
    return UInt32(truncatingIfNeeded: hasher.finalize())
}
