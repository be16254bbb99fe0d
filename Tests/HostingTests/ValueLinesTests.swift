import FHDeclarations
import FHJSON
import FHWorkspaces
import Testing

@Suite struct ValueLinesTests {
    @Test func linesOfManyValuesAreFoundInOnePass() throws {
        let text = "{\"a\": [1,\n {\"b\": 2,\n\n \"c\": [3]}],\n\"a/b\": {},\n \"\\u00e9\":\n 4}"
        let pointers = ["/a/1/c/0", "", "/a/1/b", "/a", "/a/7", "/a~1b", "/a/1/b", "/é", "/a/1/c", "/nothing"]
        let lines = try Array(text.utf8).withUnsafeBytes { bytes in
            try JSONScanner.lines(of: pointers.map { try JSONPointer(parsing: $0) }, in: bytes)
        }
        #expect(lines == [4, 1, 2, 1, nil, 5, 2, 7, 4, nil])
    }
}
