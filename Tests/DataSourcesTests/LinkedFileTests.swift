import FeatureKit
import Foundation
import Glibc
import Synchronization
import SystemPackage
import Testing

@testable import FHDataSources

/// Edits of a file with several names, and the journals that killed hosts have left.
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

    /// The new content is read wherever a killed host has interrupted its write, and a further edit replaces this
    /// content.
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
        let found = try EditJournal.find(beside: path)
        #expect(found.journal == nil && found.stranger == nil)
        #expect(try AtomicFile(path).read().bytes == Array("old".utf8))
        _ = try AtomicFile(path).replace(with: Array("new".utf8))
        #expect(!FileManager.default.fileExists(atPath: journal.string))
    }

    /// A file with the name of a journal that other users may have written.
    enum Stranger: CaseIterable {
        case linked, symbolicLink, writableByGroup, writableByOthers, folder, pipe, tooLong
        /// Only root can create such a file.
        case ofAnotherUser

        static var possible: [Stranger] { allCases.filter { $0 != .ofAnotherUser || geteuid() == 0 } }

        /// Turns a journal into this kind of file, and returns a part of the sentence about the file.
        func make(of journal: String) -> String {
            switch self {
            case .linked:
                Glibc.link(journal, journal + ".other")
                return "has several names"
            case .symbolicLink:
                rename(journal, journal + ".other")
                symlink(journal + ".other", journal)
                return "is a symbolic link"
            case .writableByGroup:
                chmod(journal, 0o660)
                return "can be written by other users"
            case .writableByOthers:
                chmod(journal, 0o602)
                return "can be written by other users"
            case .folder:
                unlink(journal)
                mkdir(journal, 0o700)
                return "is no regular file"
            case .pipe:
                unlink(journal)
                mkfifo(journal, 0o600)
                return "is no regular file"
            case .tooLong:
                truncate(journal, 3 << 30)
                return "is longer than"
            case .ofAnotherUser:
                chown(journal, 65_534, 65_534)
                return "belongs to another user (65534)"
            }
        }
    }

    private func plant(_ stranger: Stranger) throws -> (path: FilePath, words: String, journal: String) {
        let path = try folder.write("a", "old")
        try EditJournal(old: Array("old".utf8), new: Array("planted".utf8)).write(beside: path)
        let journal = folder.file(".a.featurehost-journal").string
        return (path, stranger.make(of: journal), journal)
    }

    private func exists(_ path: String) -> Bool {
        var info = stat()
        return lstat(path, &info) == 0
    }

    @Test(arguments: Stranger.possible)
    func whatOthersMayHaveWrittenIsNoJournal(stranger: Stranger) throws {
        let (path, words, journal) = try plant(stranger)
        let read = try AtomicFile(path).read()
        #expect(read.bytes == Array("old".utf8))
        #expect(read.stranger?.contains(words) == true && read.stranger?.hasPrefix(journal) == true)
        _ = try AtomicFile(path).replace(with: Array("new".utf8))
        #expect(try folder.read("a") == "new" && exists(journal))
    }

    /// Without a journal, a killed host would leave a half-written file.
    @Test(arguments: Stranger.possible)
    func aFileWithSeveralNamesIsNotWrittenWithoutAJournal(stranger: Stranger) throws {
        let (path, words, journal) = try plant(stranger)
        try link("a", "b")
        let failure = #expect(throws: Failure.self) { try AtomicFile(path).replace(with: Array("new".utf8)) }
        #expect(failure?.message.contains(words) == true && failure?.message.contains("remove that file") == true)
        #expect(try folder.read("a") == "old" && exists(journal))
    }

    @Test func othersCanNotReadOrWriteAJournal() throws {
        let path = try folder.write("a", "old")
        chmod(path.string, 0o666)
        try EditJournal(old: Array("old".utf8), new: Array("new".utf8)).write(beside: path)
        var info = stat()
        #expect(lstat(folder.file(".a.featurehost-journal").string, &info) == 0 && info.st_mode & 0o7777 == 0o600)
        #expect(try AtomicFile(path).read().bytes == Array("new".utf8))
    }

    @Test func theLogHasAWordAboutAStrangerOnce() async throws {
        let (path, words, journal) = try plant(.writableByOthers)
        let lines = Mutex<[String]>([])
        let source = FileSource(path: path.string, format: .jsonl) { line in lines.withLock { $0.append(line) } }
        for text in ["{\"id\":1}\n", "{\"id\":2}\n"] {
            try folder.write("a", text)
            _ = try await source.fetch(FetchRequest(start: .offset(0), limit: 1)).get()
        }
        #expect(lines.withLock { $0.count } == 1)
        #expect(lines.withLock { $0.first?.contains(words) == true && $0.first?.contains(journal) == true })
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
