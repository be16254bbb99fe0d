import FHJSON
import FHRows
import Testing

@Suite struct SortKeyTests {
    private func json(_ text: String) throws -> JSONValue { try JSONValue(parsing: text) }

    @Test func theWireNamesTheKeyAndTheDirection() throws {
        let key = SortKey("due", isDescending: true)
        #expect(JSONText.encoding(key).value == (try json(#"{"key":"due","descending":true}"#)))
        #expect(try JSONDecoding.decode(SortKey.self, from: json(#"{"key":"due","descending":true}"#)) == key)
    }

    @Test func whatIsNotSaidToDescendAscends() throws {
        #expect(try JSONDecoding.decode(SortKey.self, from: json(#"{"key":"due"}"#)) == SortKey("due"))
    }
}
