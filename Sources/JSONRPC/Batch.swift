import JSON

/// The messages of one batch in order, decoded when they are asked for (JSON-RPC 2.0 §6).
///
/// A frame can hold millions of members; taking them one by one keeps memory at one member each time.
public struct Batch: RandomAccessCollection, Sendable {
    private let elements: JSONValue.Elements

    /// A batch of the elements of a non-empty array.
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
