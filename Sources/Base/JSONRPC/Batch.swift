import FHJSON

/// The messages of a batch, in order, decoded on access (JSON-RPC 2.0 §6).
///
/// A frame can hold millions of members; decoding on access keeps only one of them in memory at a time.
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

    /// Decodes the message at this position; never a batch.
    public subscript(position: Int) -> Incoming {
        MessageDecoder.decode(member: elements[position])
    }
}
