import FHJSON
import FeatureKit
import SystemPackage
import Testing

@testable import FHDataSources

/// An invalid record hides no other record, and edits keep invalid records byte for byte.
@Suite struct FileProblemsTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func source(_ name: String, _ bytes: [UInt8], _ encoding: TextEncoding = .utf8) throws -> FileSource {
        try folder.write(name, bytes: bytes)
        return FileSource(path: folder.file(name).string, format: FileFormat(path: name), encoding: encoding)
    }

    private func source(_ name: String, _ text: String) throws -> FileSource { try source(name, Array(text.utf8)) }

    private func page(_ source: FileSource) async throws -> Page {
        try await source.fetch(FetchRequest(start: .offset(0), limit: 1_000)).get()
    }

    private func patch(_ text: String) throws -> JSONText { try JSONText(parsing: text) }

    private func refused(_ answer: SourceAnswer<some Sendable>) async -> Failure? {
        do {
            _ = try await answer.get()
            return nil
        } catch {
            return error
        }
    }

    @Test func brokenLinesAreListedAndKept() async throws {
        let source = try source("a.jsonl", "{\"id\":1}\n{oops\nnull\n{\"id\":2}\n[1]\n")
        let page = try await page(source)
        #expect(page.rows.map(\.id) == ["1", "2"])
        #expect(page.problems?.listed.map(\.line) == [2, 3, 5])
        #expect(page.problems?.listed.map(\.code) == ["invalidJSON", "notAnObject", "notAnObject"])
        _ = try await source.update("2", patch: try patch(#"{"x":1}"#), opID: "1").get()
        _ = try await source.insert(try row(#"{"id":3}"#), before: nil, opID: "2").get()
        #expect(try folder.read("a.jsonl") == "{\"id\":1}\n{oops\nnull\n{\"id\":2,\"x\":1}\n[1]\n{\"id\":3}\n")
        _ = try await source.insert(try row(#"{"id":4}"#), before: "2", opID: "3").get()
        _ = try await source.delete(["1", "2"], opID: "4").get()
        #expect(try folder.read("a.jsonl") == "{oops\nnull\n{\"id\":4}\n[1]\n{\"id\":3}\n")
        #expect(try await self.page(source).problems?.listed.map(\.line) == [1, 2, 4])
    }

    @Test func movesLeaveBrokenLinesWhereTheyAre() async throws {
        let source = try source("a.jsonl", "{\"id\":1}\noops\n{\"id\":2}\n{\"id\":3}")
        _ = try await source.move(["3"], before: "1", opID: "1").get()
        let text = try folder.read("a.jsonl")
        #expect(text == "oops\n{\"id\":3}\n{\"id\":1}\n{\"id\":2}\n")
    }

    @Test func nothingThatCanBeReadIsAnErrorAndAnInsertKeepsIt() async throws {
        let source = try source("a.jsonl", [UInt8](repeating: 0, count: 48))
        let failure = await refused(source.fetch(FetchRequest(start: .offset(0), limit: 9)))
        #expect(failure?.code == "invalidData" && failure?.message.contains("line 1") == true)
        _ = try await source.insert(try row(#"{"id":1}"#), before: nil, opID: "1").get()
        #expect(try folder.bytes("a.jsonl") == [UInt8](repeating: 0, count: 48) + Array("\n{\"id\":1}\n".utf8))
        #expect(try await page(source).problems?.count == 1)
    }

    @Test func rowsWithOneIDAreToldApart() async throws {
        let text = "{\"id\":\"x\",\"n\":1}\n{\"id\":\"y\",\"n\":2}\n{\"id\":\"x\",\"n\":3}\n{\"id\":\"x\",\"n\":1}\n"
        let source = try source("a.jsonl", text)
        let page = try await page(source)
        let ids = page.rows.map(\.id)
        #expect(ids.map { $0.prefix(2) } == ["x#", "y", "x#", "x#"])
        #expect(Set(ids).count == 4 && ids[3] == ids[0] + "-2")
        #expect(page.rows.map { $0.member("n")?.intValue } == [1, 2, 3, 1])
        #expect(page.problems?.listed.map(\.line) == [3, 4])
        #expect(page.problems?.listed.map(\.id) == [ids[2], ids[3]])
        for (id, line) in [(ids[0], 1), (ids[2], 3), ("x", 1)] {
            let failure = await refused(source.update(id, patch: try patch(#"{"n":0}"#), opID: "1 \(id)"))
            #expect(failure?.code == "readOnly" && failure?.retryable == false)
            #expect(failure?.message.contains("the row \(id) ") == true)
            #expect(failure?.message.contains("line \(line) ") == true)
            #expect(await refused(source.delete(["y", id], opID: "2 \(id)"))?.code == "readOnly")
        }
        _ = try await source.update("y", patch: try patch(#"{"n":0}"#), opID: "4").get()
        #expect(try folder.read("a.jsonl") == text.replacing("\"n\":2", with: "\"n\":0"))
    }

    /// The new id of one of several rows with the same id never identifies another one of these rows.
    @Test func anIDOfOneOfSeveralRowsNamesNoOther() async throws {
        let (one, two) = ("{\"id\":\"x\",\"n\":1}\n", "{\"id\":\"x\",\"n\":2}\n")
        let source = try source("a.jsonl", one + two)
        let ids = try await page(source).rows.map(\.id)
        try folder.write("a.jsonl", two + one)
        #expect(try await page(source).rows.map(\.id) == ids.reversed())
        try folder.write("a.jsonl", two)
        for id in ids {
            let failure = await refused(source.update(id, patch: try patch(#"{"n":0}"#), opID: id))
            #expect(failure?.code == "targetGone")
        }
        #expect(try await page(source).problems == nil)
        _ = try await source.delete(["x"], opID: "2").get()
        #expect(try folder.read("a.jsonl").isEmpty)
    }

    /// A row may already have the id that would be generated for a repeated id.
    @Test func anOwnIDIsNoIDOfTheFile() async throws {
        let source = try source("a.jsonl", "{\"id\":\"x\",\"n\":1}\n{\"id\":\"x\",\"n\":2}\n")
        let ids = try await page(source).rows.map(\.id)
        let text = "{\"id\":\"\(ids[1])\"}\n{\"id\":\"x\",\"n\":1}\n{\"id\":\"x\",\"n\":2}\n"
        let other = try self.source("b.jsonl", text)
        #expect(try await page(other).rows.map(\.id) == [ids[1], ids[0], ids[1] + "-2"])
    }

    @Test func raggedRecordsStayAsTheyAreWhenAColumnComes() async throws {
        let source = try source("a.csv", "id,n\na,1\nb\nc,2,3\n")
        _ = try await source.update("a", patch: try patch(#"{"m":"x"}"#), opID: "1").get()
        #expect(try folder.read("a.csv") == "id,n,m\na,1,x\nb\nc,2,3\n")
        #expect(await refused(source.update("b", patch: try patch(#"{"n":"x"}"#), opID: "2"))?.code == "readOnly")
    }

    @Test func bytesThatAreNotUTF8StayAsTheyAre() async throws {
        let bytes = Array("{\"id\":1}\n{\"id\":2,\"t\":\"b".utf8) + [0xFF] + Array("d\"}\n".utf8)
        let source = try source("a.jsonl", bytes)
        #expect(try await page(source).rows.map { $0.member("t")?.stringValue } == [nil, "b\u{FFFD}d"])
        #expect(await refused(source.update("2", patch: try patch(#"{"t":"x"}"#), opID: "1"))?.code == "readOnly")
        _ = try await source.delete(["1"], opID: "2").get()
        #expect(try folder.bytes("a.jsonl") == Array(bytes.dropFirst(9)))
    }

    @Test func aRepeatedMemberTakesTheLastValueAndCanBeChanged() async throws {
        let source = try source("a.jsonl", "{\"id\":1,\"c\":\"red\",\"c\":\"teal\"}\n")
        let page = try await page(source)
        #expect(page.rows[0].member("c")?.stringValue == "teal")
        #expect(page.problems?.listed.first?.code == "repeatedMember" && page.problems?.listed.first?.id == "1")
        _ = try await source.update("1", patch: try patch(#"{"x":1}"#), opID: "1").get()
        #expect(try folder.read("a.jsonl") == "{\"id\":1,\"c\":\"teal\",\"x\":1}\n")
        #expect(try await self.page(source).problems == nil)
    }

    @Test func largeNumbersAreTextAndStayAsTheyAre() async throws {
        let text = "{\"id\":12345678901234567890,\"a\":{\"n\":-99999999999999999999,\"m\":1},\"r\":[1e999]}\n"
        let source = try source("a.jsonl", text)
        let page = try await page(source)
        #expect(page.problems == nil)
        #expect(page.rows.map(\.id) == ["12345678901234567890"])
        #expect(page.rows[0].member("a")?["n"]?.stringValue == "-99999999999999999999")
        #expect(page.rows[0].member("r")?[0]?.stringValue == "1e999")
        _ = try await source.update("12345678901234567890", patch: try patch(#"{"a":{"m":2}}"#), opID: "1").get()
        #expect(try folder.read("a.jsonl") == text.replacing("\"m\":1", with: "\"m\":2"))
    }

    /// Patches and rows contain such a number as a string, since the protocol can't represent the number.
    @Test func aLargeNumberThatComesBackIsANumberAgain() async throws {
        let large = "123456789012345678901234567890"
        let text = #"{"id":1,"n":\#(large),"l":[{"n":-1e400,"t":"x"}]}"# + "\n" + #"{"id":2,"s":"9"}"# + "\n"
        let source = try source("a.jsonl", text)
        let old = try await page(source).rows
        // An update and its undo.
        _ = try await source.update("1", patch: try patch(#"{"n":5}"#), opID: "1").get()
        #expect(try folder.read("a.jsonl") == text.replacing(large, with: "5"))
        _ = try await source.update("1", patch: try patch(#"{"n":"\#(large)"}"#), opID: "2").get()
        #expect(try folder.read("a.jsonl") == text)
        // An item is added to a list whose other item has such a number.
        let items = #"[{"n":"-1e400","t":"x"},{"t":"new"}]"#
        _ = try await source.update("1", patch: try patch(#"{"l":\#(items)}"#), opID: "3").get()
        #expect(try folder.read("a.jsonl").hasPrefix(#"{"id":1,"n":\#(large),"l":[{"n":-1e400,"t":"x"},{"t":"new"}]}"#))
        // A delete and its undo.
        _ = try await source.delete(["1"], opID: "4").get()
        _ = try await source.insert(old[0], before: "2", opID: "5").get()
        #expect(try folder.read("a.jsonl") == text)
        // Other strings with digits stay strings.
        _ = try await source.update("2", patch: try patch(#"{"s":"\#(large)0"}"#), opID: "6").get()
        #expect(try folder.read("a.jsonl").hasSuffix(#"{"id":2,"s":"\#(large)0"}"# + "\n"))
    }

    @Test func elementsOfABrokenArrayAreShown() async throws {
        let text = "[\n  {\"id\":1},\n  {\"id\":2,,},\n  7,\n  {\"id\":3}\n]\n"
        let source = try source("a.json", text)
        let page = try await page(source)
        #expect(page.rows.map(\.id) == ["1", "3"])
        #expect(page.problems?.listed.map(\.line) == [3, 4])
        _ = try await source.update("3", patch: try patch(#"{"x":1}"#), opID: "1").get()
        _ = try await source.insert(try row(#"{"id":4}"#), before: nil, opID: "2").get()
        let expected = text.replacing("{\"id\":3}", with: "{\"id\":3,\"x\":1},\n  {\"id\":4}")
        #expect(try folder.read("a.json") == expected)
        _ = try await source.delete(["1"], opID: "3").get()
        #expect(try folder.read("a.json") == expected.replacing("\n  {\"id\":1},", with: ""))
    }

    @Test func anArrayWhoseElementsAreNotPartedIsReadOnly() async throws {
        let text = "[{\"id\":1}\n{\"id\":2},\n{\"id\":3"
        let source = try source("a.json", text)
        #expect(try await page(source).rows.map(\.id) == ["1", "2"])
        let failure = await refused(source.update("1", patch: try patch(#"{"x":1}"#), opID: "1"))
        #expect(failure?.code == "readOnly" && failure?.message.contains("line 2") == true)
        #expect(try folder.read("a.json") == text)
    }

    @Test func linesOfVersionControlHideNoRowAndMakeAnArrayReadOnly() async throws {
        let text = "[\n{\"id\":1},\n<<<<<<< a\n{\"id\":2},\n=======\n{\"id\":3},\n>>>>>>> b [\n{\"id\":4}\n]\n"
        let source = try source("a.json", text)
        let page = try await page(source)
        #expect(page.rows.map(\.id) == ["1", "2", "3", "4"])
        #expect(page.problems?.listed.map(\.line) == [3, 4, 5, 6, 7, 8])
        #expect(Set(page.problems?.listed.map(\.code) ?? []) == ["invalidJSON", "brokenArray"])
        let failure = await refused(source.update("1", patch: try patch(#"{"x":1}"#), opID: "1"))
        #expect(failure?.code == "readOnly" && failure?.message.contains("line 4") == true)
        #expect(try folder.read("a.json") == text)
    }

    /// A row must not become part of an unclosed element.
    @Test func anEditThatWouldHideARowIsRefused() async throws {
        let text = "[{\"id\":1},{\"id\":2,\"x\":[1]"
        let source = try source("a.json", text)
        #expect(try await page(source).rows.map(\.id) == ["1"])
        let failure = await refused(source.insert(try row(#"{"id":3}"#), before: nil, opID: "1"))
        #expect(failure?.code == "readOnly" && failure?.message.contains("line 1") == true)
        #expect(try folder.read("a.json") == text)
        _ = try await source.insert(try row(#"{"id":3}"#), before: "1", opID: "2").get()
        _ = try await source.update("1", patch: try patch(#"{"x":1}"#), opID: "3").get()
        #expect(try folder.read("a.json") == "[{\"id\":3},{\"id\":1,\"x\":1},{\"id\":2,\"x\":[1]")
        #expect(try await page(source).rows.map(\.id) == ["3", "1"])
    }
}
