import JSON
import JSONRPC

/// A message of a plugin.
enum PluginMessage: Sendable {
    /// The notification `state/snapshot`.
    case snapshot(PluginSnapshot)
    /// Anything else.
    case other(Incoming)
    /// What is none; what is wrong follows "wrote" in a sentence.
    case mistake(String)

    /// Reads what stands in a frame; of snapshots no tree is built.
    static func decode(_ bytes: UnsafeRawBufferPointer) -> PluginMessage {
        // What this way is no snapshot may still be one: the parser decides, and says what is wrong.
        if let params = snapshotParams(in: bytes), let snapshot = try? PluginSnapshot(params) {
            return .snapshot(snapshot)
        }
        return PluginMessage(MessageDecoder.decode(bytes))
    }

    /// A message that is parsed already.
    init(_ message: Incoming) {
        switch message {
        case .notification("state/snapshot", let params):
            do throws(PluginSnapshot.Mistake) {
                self = .snapshot(try PluginSnapshot(JSONText(params ?? .null)))
            } catch {
                self = .mistake("a snapshot \(error.what)")
            }
        case .invalid(let error, _): self = .mistake("what is no message: \(error.message)")
        default: self = .other(message)
        }
    }

    /// The params, if the message is a snapshot as most write it, with `method` before them and nothing behind.
    private static func snapshotParams(in bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        var reader = JSONMemberReader(bytes)
        var method: Range<Int>?
        guard reader.enterObject() else { return nil }
        while let key = try? reader.nextKey() {
            if bytes[key.range].elementsEqual("params".utf8) {
                guard let method, bytes[method].elementsEqual(#""state/snapshot""#.utf8) else { return nil }
                guard let end = bytes.lastIndex(of: UInt8(ascii: "}")), end > reader.offset else { return nil }
                return UnsafeRawBufferPointer(rebasing: bytes[reader.offset..<end])
            }
            // A request is answered.
            if bytes[key.range].elementsEqual("id".utf8) { return nil }
            guard let value = try? reader.skipValue() else { return nil }
            if bytes[key.range].elementsEqual("method".utf8) { method = value }
        }
        return nil
    }
}
