import FHJSON
import FeatureKit
import Foundation
import SystemPackage
import Testing

@testable import FHDataSources

@Suite struct FileSourceTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func source(_ name: String, _ format: FileFormat = .jsonl, id: String = "id") -> FileSource {
        FileSource(path: folder.file(name).string, format: format, id: id)
    }

    private func patch(_ text: String) throws -> JSONText { try JSONText(parsing: text) }

    @Test func neverAnswersOnTheCoreThread() throws {
        let source = source("a")
        guard case .promised = source.fetch(FetchRequest(start: .offset(0), limit: 1)),
            case .promised = source.insert(try row(#"{"id":"a"}"#), before: nil, opID: "1"),
            case .promised = source.update("a", patch: .emptyObject, opID: "2"),
            case .promised = source.move(["a"], before: nil, opID: "3"),
            case .promised = source.delete(["a"], opID: "4")
        else {
            Issue.record("a file is read and written elsewhere")
            return
        }
    }

    @Test func readsPages() async throws {
        try folder.write("a", "{\"id\":1}\n{\"id\":2}\n{\"id\":3}\n")
        let source = source("a")
        let page = try await source.fetch(FetchRequest(start: .offset(1), limit: 1)).get()
        #expect(page.rows.map(\.id) == ["2"])
        #expect(page.totalCount == 3 && !page.endReached)
        #expect(source.capabilities == .all)
    }

    @Test func anEditThatChangesNothingWritesNothing() async throws {
        try folder.write("a", "{ \"id\": \"a\" }")
        let source = source("a")
        let stamp = try FileStamp(of: folder.file("a"))
        _ = try await source.update("a", patch: .emptyObject, opID: "1").get()
        _ = try await source.delete(["x"], opID: "2").get()
        #expect(try FileStamp(of: folder.file("a")) == stamp)
        _ = try await self.source("b").delete(["x"], opID: "1").get()
        #expect(try folder.names == ["a"])
    }

    @Test func aFileSetBackInTimeIsReadAnew() async throws {
        try folder.write("a", "{\"id\":\"1\"}\n")
        let source = source("a")
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.file("a").string)
        #expect(try await source.ids() == ["1"])
        let file = try FileDescriptor.open(folder.file("a"), .writeOnly, options: .closeOnExec)
        try file.closeAfter { _ = try file.writeAll(Array("{\"id\":\"2\"}\n".utf8)) }
        let time = try #require(attributes[.modificationDate])
        try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: folder.file("a").string)
        #expect(try await source.ids() == ["2"])
    }

    @Test func aMissingFileHasNoRowsAndAnEditMakesIt() async throws {
        let source = source("a")
        #expect(try await source.fetch(FetchRequest(start: .offset(0), limit: 9)).get().totalCount == 0)
        #expect(try folder.names == [])
        let new = try row(#"{"id":"a","x":1}"#)
        #expect(try await source.insert(new, before: nil, opID: "1").get() == new)
        #expect(try folder.read("a") == "{\"id\":\"a\",\"x\":1}\n")
        #expect(try folder.names == ["a"])
    }

    @Test(arguments: [
        (FileFormat.csv, "id,x\n2,\"a,b\"\n1,y\n"), (.tsv, "id\tx\n2\ta,b\n1\ty\n"),
        (.jsonl, "{\"id\":\"2\",\"x\":\"a,b\"}\n{\"id\":\"1\",\"x\":\"y\"}\n"),
        (.json, "[\n  {\"id\":\"2\",\"x\":\"a,b\"},\n  {\"id\":\"1\",\"x\":\"y\"}\n]\n"),
    ])
    func writesEveryEditInItsFormat(format: FileFormat, expected: String) async throws {
        let source = source("a", format)
        _ = try await source.insert(try row(#"{"id":"1","x":"x"}"#), before: nil, opID: "1").get()
        _ = try await source.insert(try row(#"{"id":"2","x":"a,b"}"#), before: nil, opID: "2").get()
        _ = try await source.insert(try row(#"{"id":"3","x":""}"#), before: "1", opID: "3").get()
        _ = try await source.update("1", patch: try patch(#"{"x":"y"}"#), opID: "4").get()
        _ = try await source.move(["2"], before: "3", opID: "5").get()
        _ = try await source.delete(["3"], opID: "6").get()
        #expect(try folder.read("a") == expected)
        #expect(try await self.source("a", format).all() == source.all())
    }

    @Test func seesWhatAnotherProgramWrote() async throws {
        try folder.write("a", "{\"id\":\"a\"}\n")
        let source = source("a")
        #expect(try await source.ids() == ["a"])
        try folder.write("a", "{\"id\":\"b\"}\n")
        #expect(try await source.ids() == ["b"])
        try folder.write("a", "{\"id\":\"b\"}\n{\"id\":\"c\"}\n")
        _ = try await source.update("c", patch: try patch(#"{"x":1}"#), opID: "1").get()
        #expect(try folder.read("a") == "{\"id\":\"b\"}\n{\"id\":\"c\",\"x\":1}\n")
        try FileManager.default.removeItem(atPath: folder.file("a").string)
        #expect(try await source.ids() == [])
    }

    @Test func aFileThatIsWrongIsLeftAloneAndReadAgainWhenItIsRight() async throws {
        try folder.write("a", "[{\"id\":\"a\"}]\n")
        let source = source("a", .json)
        #expect(try await source.ids() == ["a"])
        try folder.write("a", "wrong\n")
        await #expect { _ = try await source.ids() } throws: { error in
            let failure = error as? Failure
            return failure?.code == "invalidData" && failure?.message.contains("a, line 1: it must begin") == true
        }
        await #expect { _ = try await source.delete(["a"], opID: "1").get() } throws: {
            ($0 as? Failure)?.code == "invalidData"
        }
        #expect(try folder.read("a") == "wrong\n")
        try folder.write("a", "[{\"id\":\"b\"}]\n")
        #expect(try await source.ids() == ["b"])
    }

    @Test func aRefusedEditWritesNothing() async throws {
        try folder.write("a", "{ \"id\" : \"a\" }")
        let source = source("a")
        await #expect(throws: Failure.self) { _ = try await source.update("x", patch: .emptyObject, opID: "1").get() }
        await #expect(throws: Failure.self) {
            _ = try await source.insert(try row(#"{"id":"a"}"#), before: nil, opID: "2").get()
        }
        await #expect(throws: Failure.self) { _ = try await source.move(["x"], before: nil, opID: "3").get() }
        #expect(try folder.read("a") == "{ \"id\" : \"a\" }")
    }

    @Test func whatCouldNotBeWrittenIsNotThere() async throws {
        let source = FileSource(path: folder.file("a.csv").string, format: .csv)
        _ = try await source.insert(try row(#"{"id":"a"}"#), before: nil, opID: "1").get()
        await #expect {
            _ = try await source.insert(try row(#"{"id":"b","x":[]}"#), before: nil, opID: "2").get()
        } throws: { ($0 as? Failure)?.code == "invalidData" }
        #expect(try await source.ids() == ["a"])
        #expect(try folder.read("a.csv") == "id\na\n")
    }

    @Test func aMissingFolderIsNotFound() async throws {
        let source = source("no/a")
        #expect(try await source.ids() == [])
        await #expect { _ = try await source.insert(try row(#"{"id":"a"}"#), before: nil, opID: "1").get() } throws: {
            ($0 as? Failure)?.code == "notFound"
        }
    }

    // MARK: Columns

    @Test func keepsTheColumnsWhenTheLastRowGoes() async throws {
        try folder.write("a", "title,id\nx,1\n")
        let source = source("a", .csv)
        _ = try await source.delete(["1"], opID: "1").get()
        #expect(try folder.read("a") == "title,id\n")
        _ = try await source.insert(try row(#"{"id":"2"}"#), before: nil, opID: "2").get()
        #expect(try folder.read("a") == "title,id\n,2\n")
    }

    /// Columns that edits of the source have added are kept too.
    @Test func keepsTheColumnsThatItMadeItself() async throws {
        let source = source("a", .csv)
        _ = try await source.insert(try row(#"{"id":"1","title":"x"}"#), before: nil, opID: "1").get()
        _ = try await source.delete(["1"], opID: "2").get()
        #expect(try folder.read("a") == "id,title\n")
    }

    // MARK: Operations

    @Test func anOperationThatComesAgainIsNotDoneTwice() async throws {
        let source = source("a")
        let new = try row(#"{"id":"a"}"#)
        for _ in 0..<2 { #expect(try await source.insert(new, before: nil, opID: "1").get() == new) }
        _ = try await source.insert(try row(#"{"id":"b"}"#), before: nil, opID: "2").get()
        for _ in 0..<2 { _ = try await source.move(["a"], before: nil, opID: "3").get() }
        #expect(try await source.ids() == ["b", "a"])
    }

    /// Performed operations are remembered even if another program has changed the file in between.
    @Test func anOperationIsKnownAfterTheFileWasReadAnew() async throws {
        let source = source("a")
        let new = try row(#"{"id":"a"}"#)
        _ = try await source.insert(new, before: nil, opID: "1").get()
        try folder.write("a", "{\"id\":\"b\"}\n{\"id\":\"a\"}\n")
        #expect(try await source.insert(new, before: nil, opID: "1").get() == new)
        #expect(try await source.ids() == ["b", "a"])
    }

    @Test func concurrentEditsKeepAllRows() async throws {
        let source = source("a")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
                group.addTask {
                    let new = try row(#"{"id":"\#(number)"}"#)
                    _ = try await source.insert(new, before: nil, opID: "\(number)").get()
                }
            }
            try await group.waitForAll()
        }
        #expect(try await source.ids().compactMap { Int($0) }.sorted() == Array(0..<40))
        #expect(try await self.source("a").ids().count == 40)
        #expect(try folder.names == ["a"])
    }

    /// Each of two sources applies its edits to the content that the other has written, as with two hosts or two names.
    @Test func twoSourcesOfOneFileLoseNothing() async throws {
        let sources = [source("a"), source("a")]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<100 {
                group.addTask {
                    let new = try row(#"{"id":"\#(number)"}"#)
                    _ = try await sources[number % 2].insert(new, before: nil, opID: "\(number)").get()
                }
            }
            try await group.waitForAll()
        }
        #expect(try await source("a").ids().compactMap { Int($0) }.sorted() == Array(0..<100))
        #expect(try folder.names == ["a"])
    }

    @Test func aReaderAlwaysFindsAWholeFile() async throws {
        try folder.write("a", "{\"id\":\"0\"}\n")
        let writer = source("a")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1..<30 {
                group.addTask {
                    let new = try row(#"{"id":"\#(number)"}"#)
                    _ = try await writer.insert(new, before: "0", opID: "\(number)").get()
                }
                let reader = source("a")
                group.addTask {
                    let last = try await reader.ids().last
                    #expect(last == "0")
                }
            }
            try await group.waitForAll()
        }
    }
}
