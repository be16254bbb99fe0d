import JSON
import Querying
import Testing

@Suite struct SortKeyTests {
    @Test func theWireNamesTheKeyAndTheDirection() throws {
        let key = SortKey("due", isDescending: true)
        #expect(JSONText.encoding(key).value == (try JSONValue(parsing: #"{"key":"due","descending":true}"#)))
        #expect(
            try JSONDecoding.decode(SortKey.self, from: JSONValue(parsing: #"{"key":"due","descending":true}"#)) == key)
    }

    @Test func whatIsNotSaidToDescendAscends() throws {
        #expect(try JSONDecoding.decode(SortKey.self, from: JSONValue(parsing: #"{"key":"due"}"#)) == SortKey("due"))
    }
}
