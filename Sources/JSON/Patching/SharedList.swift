/// The elements of an array that stand in many texts, and are compared without a look at what they say.
///
/// Each element is an object that its `id` tells apart.
public protocol SharedList: Noted {
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
    /// Each element is an object with an id: ten bytes at least, with its comma.
    public var minimumSize: Int { 1 + count * 10 }

    /// Writes the array.
    public func write(to json: inout JSONWriter) {
        json.beginArray()
        for place in 0..<count { write(place, to: &json) }
        json.endArray()
    }
}
