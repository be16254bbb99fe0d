import FHJSON
import TestSupport
import Testing

/// Deferred parts of texts.
struct DeferredTests {
    @Test(arguments: [
        (Members(count: 1), Members(count: 2), #"[{"op":"replace","path":"/count","value":2}]"#),
        (Members(names: ["a"]), Members(names: ["a", "b"]), #"[{"op":"add","path":"/names/1","value":"b"}]"#),
        (Members(x: 1), Members(x: 3), #"[{"op":"replace","path":"/place/x","value":3}]"#),
        // Strings that are equal for Swift but have other bytes.
        (
            Members(title: "\u{E9}"), Members(title: "e\u{301}"),
            "[{\"op\":\"replace\",\"path\":\"/title\",\"value\":\"e\u{301}\"}]"
        ),
        (Members(count: 1), Members(count: 1), "[]"),
    ])
    func membersAreComparedByTheirValues(old: Members, new: Members, patch: String) {
        let outline = JSONOutline { old.write(into: &$0) }
        var isWritten = false
        let text = JSONText.build { json in isWritten = outline.writePatch(to: &json) { new.write(into: &$0) } }
        #expect(isWritten && text.string == patch)
    }

    @Test(arguments: [
        ("abcdefgh", "abcdefghi", #"[{"op":"add","path":"/letters/8","value":{"id":"i"}}]"#),
        ("abc", "xyz", #"[{"op":"replace","path":"/letters","value":[{"id":"x"},{"id":"y"},{"id":"z"}]}]"#),
    ])
    func aListIsReplacedWhereThatIsShorter(old: String, new: String, patch: String) {
        let outline = JSONOutline { $0.value(deferred: Shelf(old)) }
        let text = JSONText.build { json in _ = outline.writePatch(to: &json) { $0.value(deferred: Shelf(new)) } }
        #expect(text.string == patch)
    }

    /// Ids are compared by their bytes, as lists compare them.
    @Test(arguments: [("a\u{E9}e\u{301}b", "x\u{E9}e\u{301}y"), ("a\u{E9}", "be\u{301}"), ("\u{E9}", "e\u{301}")])
    func idsThatSwiftTakesForEqualAreToldApart(old: String, new: String) throws {
        let outline = JSONOutline { $0.value(deferred: Letters(old)) }
        let patch = JSONText.build { json in _ = outline.writePatch(to: &json) { $0.value(deferred: Letters(new)) } }
        let result = try JSONPatch.apply(patch.value, to: JSONText.build { Letters(old).write(to: &$0) }.value)
        #expect(result == JSONText.build { Letters(new).write(to: &$0) }.value)
    }

    /// If numbers identify the elements, the patch is the same, and no id is read.
    @Test(arguments: [
        ("abcdef", "efghij"), ("efghij", "abcdef"), ("abcd", "dabc"), ("abcdef", "cdefab"), ("abc", "xyz"),
    ])
    func numbersThatAreIDsSayWhatMoves(old: String, new: String) {
        func patch(_ areNumbersIDs: Bool) -> String {
            let outline = JSONOutline { $0.value(deferred: Letters(old, areNumbersIDs: areNumbersIDs)) }
            return JSONText.build { json in
                _ = outline.writePatch(to: &json) { $0.value(deferred: Letters(new, areNumbersIDs: areNumbersIDs)) }
            }.string
        }
        #expect(patch(true) == patch(false))
    }

    /// The places of the deferred parts are found, under any key and among many elements.
    @Test func whatIsNotedIsFoundUnderAnyKeyAndAmongManyElements() throws {
        func write(_ counts: [Int], to json: inout JSONWriter) {
            json.beginObject()
            json.key(#"a/b~"c\é"# as String)
            json.beginArray()
            for count in counts {
                json.beginArray()
                json.value(deferred: Whole(members: Members(count: count)))
                json.endArray()
            }
            json.endArray()
            json.field("title", "same")
            json.endObject()
        }
        let outline = JSONOutline { write(Array(0..<12), to: &$0) }
        let newer = Array(0..<10) + [50, 11]
        let patch = JSONText.build { json in _ = outline.writePatch(to: &json) { write(newer, to: &$0) } }
        #expect(patch.string == #"[{"op":"replace","path":"/a~1b~0\"c\\é/10/0/count","value":50}]"#)
        let result = try JSONPatch.apply(patch.value, to: JSONText.build { write(Array(0..<12), to: &$0) }.value)
        #expect(result == JSONText.build { write(newer, to: &$0) }.value)
    }

    /// A very long member is replaced without a comparison, and released parts are not read.
    @Test(arguments: [
        (["a"], ["b", "long"]), (["a", "long"], ["b"]), (["long", "a"], ["long", "b"]),
    ])
    func aMemberThatIsVeryLongIsReplaced(old: [String], new: [String]) throws {
        func members(_ names: [String]) -> Members {
            Members(names: names.map { $0 == "long" ? String(repeating: "a", count: 1 << 20) : $0 })
        }
        let (old, new) = (members(old), members(new))
        let outline = JSONOutline { old.write(into: &$0) }
        let patch = JSONText.build { json in _ = outline.writePatch(to: &json) { new.write(into: &$0) } }
        #expect(patch.value.elements.map { $0["path"]?.stringValue } == ["/names"])
        let result = try JSONPatch.apply(patch.value, to: JSONText.build { old.write(into: &$0) }.value)
        #expect(result == JSONText.build { new.write(into: &$0) }.value)
    }

    @Test func anObjectThatIsOpenedAgainIsWrittenAfterAll() {
        func write(_ count: Int, to json: inout JSONWriter) {
            json.value(deferred: Whole(members: Members(count: count)))
            json.reopenObject()
            json.field("more", true)
            json.endObject()
        }
        let outline = JSONOutline { write(1, to: &$0) }
        let patch = JSONText.build { json in _ = outline.writePatch(to: &json) { write(2, to: &$0) } }
        #expect(patch.string == #"[{"op":"replace","path":"/count","value":2}]"#)
    }

    @Test func whateverChangesThePatchLeadsThere() throws {
        try forEachSeed(3_000) { seed, generator in
            var shape = Shape(using: &generator)
            let outline = JSONOutline { shape.write(to: &$0) }
            for _ in 0..<4 {
                let old = try JSONValue(parsing: shape.text)
                shape = Bool.random(using: &generator) ? Shape(using: &generator) : shape.edited(using: &generator)
                var isWritten = false
                let patch = JSONText.build { json in
                    isWritten = outline.writePatch(to: &json) { shape.write(to: &$0) }
                }
                try #require(isWritten)
                let result = try JSONPatch.apply(patch.value, to: old)
                #expect(try result == JSONValue(parsing: shape.text), "seed \(seed): \(patch)")
                let size = shape.text.utf8.count
                #expect(outline.isLonger(than: size - 1) && !outline.isLonger(than: size), "seed \(seed)")
            }
        }
    }
}

/// A deferred group of members.
final class Members: Deferred, CustomTestStringConvertible {
    let count: Int
    let names: [String]
    let x: Int
    let title: String

    init(count: Int = 0, names: [String] = [], x: Int = 0, title: String = "") {
        self.title = title
        self.count = count
        self.names = names
        self.x = x
    }

    var testDescription: String { "\(count) \(names) \(x)" }

    var minimumSize: Int { 10 }

    func write(to json: inout JSONWriter) { write(WritingVisitor(), to: &json) }

    func writeOperations(since older: any Deferred, at path: PatchPath, to json: inout JSONWriter) {
        guard let older = older as? Members else { preconditionFailure("members stand where members stood") }
        write(ComparingVisitor(since: older, at: path), to: &json)
    }

    private func write(_ visitor: some MemberVisitor<Members>, to json: inout JSONWriter) {
        visitor.member("count", of: self, to: &json, { $0.count }, { $0.value($1) })
        visitor.text("title", of: self, to: &json) { $0.title }
        visitor.member("names", of: self, to: &json, isSame: { isSameText($0.names, $1.names) }, { $0.value($1.names) })
        let place = visitor.enter("place", to: &json)
        place.member("x", of: self, to: &json, { $0.x }, { $0.value($1) })
        visitor.leave(to: &json)
    }

    /// Writes an object of these members.
    func write(into json: inout JSONWriter) {
        json.beginObject()
        json.members(deferred: self)
        json.endObject()
    }
}

/// An object with a list and other, long members.
private final class Shelf: Deferred {
    private let letters: Letters

    init(_ letters: String) {
        self.letters = Letters(letters)
    }

    var minimumSize: Int { 1_000 }

    func write(to json: inout JSONWriter) {
        json.beginObject()
        write(WritingVisitor(), to: &json)
        json.field("rest", String(repeating: "a", count: 1_000))
        json.endObject()
    }

    func writeOperations(since older: any Deferred, at path: PatchPath, to json: inout JSONWriter) {
        guard let older = older as? Shelf else { return json.replace(path) { write(to: &$0) } }
        write(ComparingVisitor(since: older, at: path), to: &json)
    }

    private func write(_ visitor: some MemberVisitor<Shelf>, to json: inout JSONWriter) {
        visitor.member("letters", of: self, to: &json, deferred: { $0.letters })
    }
}

private final class Letters: SharedList {
    private let letters: [Character]
    private let areNumbersIDs: Bool

    /// Makes a list of letters.
    ///
    /// - Parameter areNumbersIDs: True if ids must not be read.
    init(_ letters: String, areNumbersIDs: Bool = false) {
        self.letters = Array(letters)
        self.areNumbersIDs = areNumbersIDs
    }

    var count: Int { letters.count }

    func id(_ place: Int) -> String {
        #expect(!areNumbersIDs, "the numbers say it")
        return String(letters[place])
    }

    func sharing(with older: Letters) -> ListSharing {
        .numbered(older: older.numbers, newer: numbers, areIDs: areNumbersIDs)
    }

    private var numbers: [UInt] { letters.map { UInt($0.asciiValue ?? 0) } }

    func write(_ place: Int, to json: inout JSONWriter) {
        json.beginObject()
        json.field("id", String(letters[place]))
        json.endObject()
    }
}

/// A deferred object.
private final class Whole: Deferred {
    let members: Members

    init(members: Members) {
        self.members = members
    }

    var minimumSize: Int { 10 }

    func write(to json: inout JSONWriter) { members.write(into: &json) }

    func writeOperations(since older: any Deferred, at path: PatchPath, to json: inout JSONWriter) {
        guard let older = older as? Whole else { return json.replace(path) { write(to: &$0) } }
        if older.members !== members { members.writeOperations(since: older.members, at: path, to: &json) }
    }
}

/// An object whose members are random: deferred or not, present or absent.
private struct Shape {
    private var first: Int?
    private var members: Members?
    private var last: String?
    private var whole: Whole?
    /// Objects with ids in an array; some have deferred members.
    private var elements: [(id: Int, members: Members?)] = []

    init(using generator: inout SeededGenerator) {
        if Bool.random(using: &generator) { first = Int.random(in: 0..<3, using: &generator) }
        if Bool.random(using: &generator) { last = ["a", "b"].randomElement(using: &generator) }
        if Int.random(in: 0..<4, using: &generator) > 0 { members = Self.members(using: &generator) }
        if Bool.random(using: &generator) { whole = Whole(members: Self.members(using: &generator)) }
        for id in 0..<Int.random(in: 0..<4, using: &generator) {
            elements.append((id, Bool.random(using: &generator) ? Self.members(using: &generator) : nil))
        }
    }

    private static func members(using generator: inout SeededGenerator) -> Members {
        let names = Array(["a", "b", "c/~\"", ""].prefix(Int.random(in: 0...4, using: &generator)))
        return Members(
            count: Int.random(in: 0..<3, using: &generator), names: names, x: Int.random(in: 0..<3, using: &generator),
            title: ["K", "\u{212A}", "a"].randomElement(using: &generator) ?? "")
    }

    /// Returns a copy in which parts of another random shape replace some parts.
    func edited(using generator: inout SeededGenerator) -> Shape {
        let other = Shape(using: &generator)
        var shape = self
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: shape.first = other.first
        case 1: shape.members = other.members
        case 2: shape.last = other.last
        case 3: shape.whole = other.whole
        default: shape.elements = other.elements.shuffled(using: &generator)
        }
        return shape
    }

    var text: String { JSONText.build { write(to: &$0) }.string }

    func write(to json: inout JSONWriter) {
        json.beginObject()
        if let first { json.field("first", first) }
        if let members { json.members(deferred: members) }
        if let last { json.field("last", last) }
        json.key("elements")
        json.beginArray()
        for element in elements {
            json.beginObject()
            json.field("id", element.id)
            if let members = element.members { json.members(deferred: members) }
            json.endObject()
        }
        json.endArray()
        if let whole {
            json.key("whole")
            json.value(deferred: whole)
        }
        json.endObject()
    }
}
