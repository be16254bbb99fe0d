import FHJSON
import FHRows
import Testing

@testable import FHRowCollections

@Suite struct MemberPathTests {
    private let row = """
        {"a":1,"at":{"port":"Oslo","b/c":[true,{"x":"y"},"last"],"":"empty"},"/at":"slash","tail":null}
        """

    private func texts(_ keys: [String]) throws -> [String] {
        var texts = MemberTexts(keys)
        let row = try JSONText(parsing: row)
        return row.bytes.withUnsafeBytes { texts.strings(of: $0) }.map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func aPointerLeadsIntoObjectsAndArrays() throws {
        #expect(
            try texts(["/at/port", "/at/b~1c/2", "/at/b~1c/1/x", "/at/", "a"]) == ["Oslo", "last", "y", "empty", "1"])
    }

    @Test func whatIsNotThereIsEmpty() throws {
        #expect(
            try texts(["/at/none", "/at/b~1c/3", "/at/b~1c/01", "/a/b", "/tail/x", "/none/x", "at/port"])
                == Array(repeating: "", count: 7))
    }

    @Test func filtersAndOrdersReadPointersToo() throws {
        let row = try JSONText(parsing: row)
        #expect(RowQuery(predicate: .equals("/at/port", .string("Oslo"))).matches(row))
        #expect(RowQuery(text: "osl", textKeys: ["/at/port"]).matches(row))
        let other = try JSONText(parsing: #"{"at":{"port":"Bergen"}}"#)
        #expect(RowQuery(sort: [SortKey("/at/port")]).precedes(other, row))
    }
}
