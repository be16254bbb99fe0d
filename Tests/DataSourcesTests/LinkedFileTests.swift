import FeatureKit
import Foundation
import SystemPackage
import Testing

@testable import FHDataSources

/// Edits of a file with several names, and the leftovers of killed hosts.
@Suite struct LinkedFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func link(_ name: String, _ other: String) throws {
        try FileManager.default.linkItem(atPath: folder.file(name).string, toPath: folder.file(other).string)
    }

    @Test(arguments: ["short", "a text that is longer than the one before"])
    func allNamesSeeAnEdit(text: String) throws {
        let path = try folder.write("a", "the old content")
        try link("a", "b")
        let stamp = try AtomicFile(path).replace(with: Array(text.utf8))
        #expect(try folder.read("a") == text && folder.read("b") == text)
        #expect(try stamp == FileStamp(of: path) && stamp?.linkCount == 2)
        #expect(try folder.names == ["a", "b"])
    }

    @Test func anEditThatIsNotWantedAnyMoreChangesNothing() throws {
        let path = try folder.write("a", "old")
        try link("a", "b")
        let stamp = try AtomicFile(path).replace(with: Array("new".utf8)) { false }
        #expect(stamp == nil)
        #expect(try folder.read("a") == "old" && folder.names == ["a", "b"])
    }

    /// However far a killed host has come, the new content is read, and another edit replaces it.
    @Test(arguments: ["", "x", "new text", "the new and longer content of it"])
    func whatAKilledHostHasBegunIsFinished(new: String) throws {
        let old = Array("the old content".utf8)
        let whole = Array(new.utf8)
        for count in 0...whole.count {
            let path = try folder.write("a", "")
            try folder.write("a", bytes: Array(whole[..<count]) + old.dropFirst(count))
            try? FileManager.default.removeItem(atPath: folder.file("b").string)
            try link("a", "b")
            try EditJournal(old: old, new: whole).write(beside: path)
            #expect(try AtomicFile(path).read().bytes == whole, "\(count)")
            _ = try AtomicFile(path).replace(with: [0x7A])
            #expect(try folder.read("b") == "z" && folder.names == ["a", "b"])
        }
    }

    @Test func whatAnotherProgramHasWrittenSinceIsRead() throws {
        let path = try folder.write("a", "by an editor")
        try link("a", "b")
        try EditJournal(old: Array("old".utf8), new: Array("new".utf8)).write(beside: path)
        #expect(try AtomicFile(path).read().bytes == Array("by an editor".utf8))
    }

    @Test func halfAJournalIsNone() throws {
        let path = try folder.write("a", "old")
        let journal = try folder.write(".a.featurehost-journal", "featurehost journal 1\n\u{1}")
        #expect(try EditJournal(of: path) == nil)
        #expect(try AtomicFile(path).read().bytes == Array("old".utf8))
        _ = try AtomicFile(path).replace(with: Array("new".utf8))
        #expect(!FileManager.default.fileExists(atPath: journal.string))
    }

    @Test func onlyLeftoversOfTheFileAreRemoved() throws {
        let path = try folder.write("a", "old")
        let mine = [".a.0123456789ab.tmp"]
        let others = [
            ".a.backup.tmp", ".a.0123456789ab", ".b.0123456789ab.tmp", ".a.0123456789AB.tmp", "a.0123456789ab.tmp",
        ]
        for name in mine + others { try folder.write(name, "x") }
        let busy = try TemporaryFile(for: path)
        _ = try AtomicFile(path).replace(with: [])
        let left = Set(try folder.names)
        #expect(left == Set(others + ["a", busy.path.lastComponent?.string ?? ""]))
        try busy.file.close()
        _ = try AtomicFile(path).replace(with: [])
        #expect(Set(try folder.names) == Set(others + ["a"]))
    }
}
