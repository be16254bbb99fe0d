import FHJSON
import FHRows
import TestSupport
import Testing

@Suite struct QueryWireTests {
    private func written(_ query: RowQuery) -> JSONText {
        JSONText.build { json in
            json.beginObject()
            query.writeMembers(to: &json)
            json.endObject()
        }
    }

    private func mistake(_ text: String) throws -> String? {
        let value = try JSONValue(parsing: text)
        do throws(QueryDiagnostic) {
            _ = try RowQuery(members: value)
            return nil
        } catch {
            return error.description
        }
    }

    @Test func whatIsWrittenIsReadBackEqual() throws {
        try forEachSeed(200) { seed, generator in
            var draws = Draws(generator: generator)
            let query = draws.query()
            let read = try RowQuery(members: written(query).value)
            #expect(read == query, "seed \(seed): \(written(query))")
        }
        let empties = RowQuery(predicate: .all([.any([]), .not(.isIn("a", [])), .greater("b", .null)]), text: " ")
        #expect(try RowQuery(members: written(empties).value) == empties)
    }

    @Test func aQueryIsTheMembersThatTheProtocolNames() throws {
        let query = RowQuery(
            predicate: .all([.equals("a", .integer(1)), .not(.contains("b", "x"))]), text: "two words",
            textKeys: ["a"], sort: [SortKey("n", isDescending: true, isNumber: true)])
        let right = """
            {"where":{"all":[{"key":"a","equals":1},{"not":{"key":"b","contains":"x"}}]},"text":"two words",\
            "textKeys":["a"],"sort":[{"key":"n","descending":true,"number":true}]}
            """
        #expect(written(query).string == right)
        #expect(written(.all).string == "{}")
    }

    @Test func severalOperatorsAreAllOfThem() throws {
        let text = #"{"offset":0,"where":{"key":"n","less":9,"greater":1},"sort":[{"key":"n"}]}"#
        let right = Condition.all([.greater("n", .integer(1)), .less("n", .integer(9))])
        #expect(try RowQuery(members: JSONValue(parsing: text)) == RowQuery(predicate: right, sort: [SortKey("n")]))
    }

    @Test(arguments: [
        (#"{"where":7}"#, "/where must be an object with key, equals,"),
        (#"{"where":{}}"#, "/where lacks key,"),
        (#"{"where":{"key":"a"}}"#, "/where lacks an operator: equals,"),
        (#"{"where":{"key":1,"equals":1}}"#, "/where/key must be a string"),
        (#"{"where":{"key":"a","like":1}}"#, "/where has a member like, which is not known; known are key, equals,"),
        (#"{"where":{"all":[{"key":"a","contains":[]}]}}"#, "/where/all/0/contains must be a string, a number"),
        (#"{"where":{"key":"a","empty":1}}"#, "/where/empty must be true or false"),
        (#"{"where":{"any":{"key":"a","equals":1}}}"#, "/where/any must be an array of conditions"),
        (#"{"where":{"not":{"key":"a","in":1}}}"#, "/where/not/in must be an array of values"),
        (#"{"where":{"all":[],"any":[]}}"#, "/where has a member any, which is not known; known are all"),
        (#"{"text":1}"#, "/text must be a string"), (#"{"textKeys":"a"}"#, "/textKeys must be an array of strings"),
        (#"{"textKeys":["a",1]}"#, "/textKeys/1 must be a string"),
        (#"{"sort":[{}]}"#, "/sort/0 lacks key,"),
        (#"{"sort":[{"key":"a","descending":1}]}"#, "/sort/0/descending must be true or false"),
        (#"{"sort":[{"key":"a","up":true}]}"#, "/sort/0 has a member up,"),
    ])
    func aMistakeIsToldWithItsPlace(text: String, message: String) throws {
        let found = try #require(try mistake(text))
        #expect(found.hasPrefix(message), "\(found)")
    }

    @Test func conditionsMayNotStandInEachOtherWithoutEnd() throws {
        func nested(_ count: Int) -> String {
            let open = String(repeating: #"{"not":"#, count: count)
            return #"{"where":\#(open){"key":"a","equals":1}\#(String(repeating: "}", count: count))}"#
        }
        #expect(try mistake(nested(63)) == nil)
        #expect(try mistake(nested(64))?.hasSuffix("is nested in 64 conditions; use fewer") == true)
    }
}
