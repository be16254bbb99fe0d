import FHJSON

/// The messages of a batch, in order (JSON-RPC 2.0 §6).
///
/// Each message is decoded on access.
///
/// A batch can contain millions of messages. With decoding on access, only one decoded message is in memory at a time.
public struct Batch: RandomAccessCollection, Sendable {
    private let elements: JSONValue.Elements

    /// Creates a batch from a non-empty array.
    init(_ array: JSONValue) {
        elements = array.elements
    }

    /// Always 0.
    public var startIndex: Int { elements.startIndex }

    /// The number of messages.
    public var endIndex: Int { elements.endIndex }

    /// Decodes the message at this position.
    ///
    /// The decoded message is never a batch: an array in a batch is ``Incoming/invalid(_:id:)``.
    public subscript(position: Int) -> Incoming {
        MessageDecoder.decode(member: elements[position])
    }
}
