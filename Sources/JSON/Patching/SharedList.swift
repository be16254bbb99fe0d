/// The elements of an array that stand in many texts, and are compared without a look at what they say.
///
/// Each element is an object that its `id` tells apart.
public protocol SharedList: Sendable {
    /// How many elements there are.
    var count: Int { get }

    /// How many elements are the same at the beginning of two lists, and how many others at their end.
    func ends(sharedWith other: any SharedList) -> (start: Int, end: Int)

    /// What tells an element apart.
    func id(_ place: Int) -> String

    /// Of each element a number that others with the same text in both lists have, and no other; 0 where there is none.
    func tokens(_ places: Range<Int>, sharedWith other: any SharedList) -> [UInt]

    /// Writes an element.
    func write(_ place: Int, to json: inout JSONWriter)
}

extension SharedList {
    /// Whether two lists have the same text; false where that can't be known without a look.
    func isSame(as other: any SharedList) -> Bool { count == other.count && ends(sharedWith: other).start == count }

    /// Writes the array.
    func write(to json: inout JSONWriter) {
        json.beginArray()
        for place in 0..<count { write(place, to: &json) }
        json.endArray()
    }

    /// How long the text of the array is.
    var byteCount: Int {
        var json = JSONWriter(capacity: 256 * count)
        write(to: &json)
        return json.count
    }
}

extension JSONWriter {
    /// Whether lists are noted, with `note(_:)`, and not written.
    public var notesLists: Bool { lists != nil }

    /// Notes a list in the place of its text.
    public mutating func note(_ list: any SharedList) {
        guard let lists else { preconditionFailure("only an outline notes lists") }
        lists.all.append(list)
        beginValue()
        appendByte(JSONOutline.mark)
    }
}

/// The lists of an outline that is being written.
@usableFromInline
final class SharedLists {
    /// An element is an object with an id.
    static let minimumSize = 10

    var all: [any SharedList] = []

    init() {}
}
