import FHJSON
import FHJSONRPC

/// A message from a plugin.
package enum PluginMessage: Sendable {
    /// The notification `state/snapshot`.
    case snapshot(PluginSnapshot)
    /// Any other message.
    case other(Incoming)
    /// An invalid message, described by a phrase that follows "wrote" in error messages.
    case mistake(String)

    /// Decodes a frame.
    ///
    /// A snapshot is read without building a tree.
    package static func decode(_ bytes: UnsafeRawBufferPointer) -> PluginMessage {
        // If this reading fails, the frame can still be a valid snapshot. The parser then decides, and provides the
        // error.
        if let params = snapshotParams(in: bytes), let snapshot = try? PluginSnapshot(params) {
            return .snapshot(snapshot)
        }
        return PluginMessage(MessageDecoder.decode(bytes))
    }

    package init(_ message: Incoming) {
        switch message {
        case .notification("state/snapshot", let params):
            do throws(PluginSnapshot.Mistake) {
                self = .snapshot(try PluginSnapshot(JSONText(params ?? .null)))
            } catch {
                self = .mistake("a snapshot \(error.what)")
            }
        case .invalid(let error, _): self = .mistake("something that is not a message: \(error.message)")
        default: self = .other(message)
        }
    }

    /// The params, if the message is a snapshot in the usual layout, where `method` precedes `params` and `params` are
    /// last.
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
            // A message with an id is a request, and is answered.
            if bytes[key.range].elementsEqual("id".utf8) { return nil }
            guard let value = try? reader.skipValue() else { return nil }
            if bytes[key.range].elementsEqual("method".utf8) { method = value }
        }
        return nil
    }
}
