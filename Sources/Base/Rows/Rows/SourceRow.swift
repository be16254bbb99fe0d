import FHJSON
import Glibc

/// A row of a source: an object with an id.
///
/// A value of this type refers to a shared buffer that contains the texts of the row, and keeps the buffer in memory.
/// So a copy is as cheap as a reference.
///
/// ```swift
/// let row = SourceRow(id: "1", value: .object("title", .string("Buy milk")))
/// ```
public struct SourceRow: Sendable {
    /// The maximum nesting of arrays and objects in a row.
    ///
    /// With this limit, snapshots that contain the row stay within the limits of JSON parsers.
    public static let deepestLevel = 512

    /// The message about a row, or about the params of an action, whose nesting exceeds ``deepestLevel``.
    public static let tooDeep = "is nested more than \(deepestLevel) deep"

    package let block: RowBlock
    package let place: Int

    package init(_ block: RowBlock, _ place: Int) {
        self.block = block
        self.place = place
    }

    /// Makes a row with a separate buffer.
    ///
    /// - Parameters:
    ///   - id: the id of the row.
    ///   - value: the value of the row, an object.
    ///   - version: the source's version of the row; nil or empty if there is none.
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

    /// Makes a row of an object that contains the id in the member with the key `idKey`.
    ///
    /// If the object has no valid id, `makeID` generates an id, which is added to the object.
    public init(_ value: JSONValue, idKey: String, otherwise makeID: () -> String) {
        if let id = Self.id(value[idKey]) {
            self.init(id: id, value: JSONText(value))
        } else {
            let id = makeID()
            self.init(id: id, value: value.merged(with: JSONText.object(idKey, .string(id)).value))
        }
    }

    /// The id in a row's member: a non-empty string, or an integer as a string; nil for any other value.
    public static func id(_ member: JSONValue?) -> String? {
        switch member?.kind {
        case .string: member?.stringValue.flatMap { $0.isEmpty ? nil : $0 }
        case .integer: member?.intValue.map { "\($0)" }
        default: nil
        }
    }

    /// The id, unique in the source.
    public var id: String { withTexts { id, _ in String(decoding: id, as: UTF8.self) } }

    /// True if this is the row's id.
    ///
    /// Ids are compared byte by byte.
    public func hasID(_ other: String) -> Bool {
        var other = other
        return other.withUTF8 { other in withTexts { id, _ in isSame(id, UnsafeRawBufferPointer(other)) } }
    }

    /// The whole object; `{}` if the value was dropped.
    public var value: JSONText {
        if isDropped { return .emptyObject }
        return withTexts { _, value in JSONText.build(capacity: value.count) { $0.rawValue(value) } }
    }

    /// The version of the row: the source's own version or, if there is none, a digest of the row's text.
    ///
    /// Each change of a row changes its version. If the value was dropped, the version has no meaning.
    public var version: String {
        block.withAllTexts(place) { _, value, version in
            version.isEmpty ? RowDigest(value).text : String(decoding: version, as: UTF8.self)
        }
    }

    /// The source's version of the row; nil if there is none.
    public var ownVersion: String? {
        block.withAllTexts(place) { _, _, version in
            version.isEmpty ? nil : String(decoding: version, as: UTF8.self)
        }
    }

    /// True if only the id is in memory, because the value was dropped.
    ///
    /// The value is loaded again when it is needed.
    public var isDropped: Bool { withTexts { _, value in value.isEmpty } }

    /// A member of the object; nil if the object has no such member, or if the value was dropped.
    public func member(_ key: String) -> JSONValue? { withTexts { _, value in JSONValue.member(key, of: value) } }

    /// The row with a JSON Merge Patch (RFC 7396) applied, without the source's version.
    ///
    /// A row whose value was dropped is returned unchanged.
    public func merged(with patch: JSONText) -> SourceRow {
        if isDropped { return self }
        return withTexts { id, value in
            var json = JSONWriter(capacity: value.count + patch.bytes.count)
            patch.bytes.withUnsafeBytes { JSONMergePatch.apply($0, to: value, into: &json) }
            return json.withUnsafeBytes { SourceRow(RowBlock(id: id, value: $0), 0) }
        }
    }

    /// The patch that reverts `patch` on this row.
    ///
    /// The value of this row must be in memory (``isDropped`` is false).
    public func opposite(of patch: JSONText) -> JSONText {
        withTexts { _, value in patch.bytes.withUnsafeBytes { JSONMergePatch.opposite(of: $0, on: value) } }
    }

    /// Calls `body` with the id and the JSON text of the object, which is empty if the value was dropped.
    ///
    /// Both buffers are valid only during the call.
    @inline(__always)
    public func withTexts<Result>(
        _ body: (_ id: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Result
    ) -> Result {
        block.withTexts(place, body)
    }
}

extension SourceRow: Equatable {
    /// True if both rows have the same id, the same text and the same version.
    public static func == (a: SourceRow, b: SourceRow) -> Bool {
        if a.block === b.block, a.place == b.place { return true }
        return a.block.withAllTexts(a.place) { id, value, version in
            b.block.withAllTexts(b.place) { isSame(id, $0) && isSame(value, $1) && isSame(version, $2) }
        }
    }
}

/// True if two texts have the same bytes.
@inline(__always)
package func isSame(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Bool {
    guard a.count == b.count, let a = a.baseAddress, let c = b.baseAddress else { return a.count == b.count }
    return memcmp(a, c, b.count) == 0
}

/// The hash of an id, which differs between processes.
@inline(__always)
package func hashOfID(_ id: UnsafeRawBufferPointer) -> UInt32 {
    var hasher = Hasher()
    hasher.combine(bytes: id)
    return UInt32(truncatingIfNeeded: hasher.finalize())
}
