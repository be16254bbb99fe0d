import FeatureKit
import Foundation
import SystemPackage
import Testing

@testable import FHDataSources

@Suite struct AtomicFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func mode(_ name: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.file(name).string)
        return try #require(attributes[.posixPermissions] as? Int)
    }

    private func setMode(_ name: String, _ mode: Int) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder.file(name).string)
    }

    @Test func replacesTheWholeContent() throws {
        let file = AtomicFile(try folder.write("a", "a longer text"))
        _ = try file.replace(with: Array("short".utf8))
        #expect(try folder.read("a") == "short")
        #expect(try file.read().bytes == Array("short".utf8))
        #expect(try folder.names == ["a"])
    }

    @Test func readsAndWritesNothingAndMuch() throws {
        let file = AtomicFile(folder.file("a"))
        for count in [0, 1, 1 << 18, (1 << 18) + 1, 1_000_000] {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            _ = try file.replace(with: bytes)
            #expect(try file.read().bytes == bytes)
        }
    }

    @Test(arguments: [0o600, 0o640, 0o644, 0o666, 0o755])
    func keepsTheMode(mode: Int) throws {
        let path = try folder.write("a", "old")
        try setMode("a", mode)
        _ = try AtomicFile(path).replace(with: [])
        #expect(try self.mode("a") == mode)
    }

    @Test func givesANewFileTheModeOfNewFiles() throws {
        let fresh = folder.file("plain")
        try FileDescriptor.open(
            fresh, .writeOnly, options: [.create, .closeOnExec], permissions: FilePermissions(rawValue: 0o666)
        ).close()
        _ = try AtomicFile(folder.file("a")).replace(with: [])
        #expect(try mode("a") == mode("plain"))
    }

    @Test func followsALink() throws {
        try folder.write("target", "old")
        try folder.link("middle", to: "target")
        try folder.link("link", to: folder.file("middle").string)
        _ = try AtomicFile(folder.file("link")).replace(with: Array("new".utf8))
        #expect(try folder.read("target") == "new")
        #expect(try folder.linkDestination("link") == folder.file("middle").string)
        #expect(try folder.linkDestination("middle") == "target")
    }

    @Test func makesWhatADanglingLinkPointsAt() throws {
        try folder.link("link", to: "target")
        let stamp = try AtomicFile(folder.file("link")).replace(with: Array("new".utf8))
        #expect(stamp != nil)
        #expect(try folder.read("target") == "new")
        #expect(try folder.linkDestination("link") == "target")
    }

    @Test func aRingOfLinksIsAFailure() throws {
        try folder.link("a", to: "b")
        try folder.link("b", to: "a")
        #expect(code { _ = try AtomicFile(folder.file("a")).read() } == "fileError")
        #expect(try folder.names == ["a", "b"])
    }

    /// The name has the maximum length of the system.
    @Test func writesFilesWithLongNames() throws {
        let name = String(repeating: "n", count: 255)
        _ = try AtomicFile(folder.file(name)).replace(with: [0x61])
        #expect(try folder.read(name) == "a")
    }

    @Test func aMissingFileOrFolderIsNotFound() throws {
        #expect(code { _ = try AtomicFile(folder.file("a")).read() } == "notFound")
        #expect(code { _ = try AtomicFile(folder.file("no/a")).replace(with: []) } == "notFound")
        try folder.link("link", to: "no/target")
        #expect(code { _ = try AtomicFile(folder.file("link")).replace(with: []) } == "notFound")
    }

    @Test func saysWhatItCouldNotDo() throws {
        do {
            _ = try AtomicFile("/no/such/file").read()
            Issue.record("there is no such file")
        } catch {
            #expect(error.message.hasPrefix("can't read /no/such/file: "))
            #expect(error.message.hasSuffix("check the path"))
        }
    }

    /// A folder can't be replaced by a file, so the last step fails, and the temporary file is removed.
    @Test func leavesNothingBehindWhenItFails() throws {
        try folder.write("a", "a")
        try FileManager.default.createDirectory(atPath: folder.file("folder").string, withIntermediateDirectories: true)
        try folder.write("folder/inner", "x")
        #expect(code { _ = try AtomicFile(folder.file("folder")).replace(with: [1]) } == "fileError")
        #expect(code { _ = try AtomicFile(folder.file("folder")).read() } == "fileError")
        #expect(try folder.names == ["a", "folder"])
        #expect(try folder.read("folder/inner") == "x")
    }

    /// Opening a pipe would block until the pipe has a writer, and a device has no end.
    @Test(arguments: [("pipe", "a pipe"), ("link", "a pipe"), ("/dev/zero", "a device"), (".", "a folder")])
    func whatIsNoRegularFileIsNeitherReadNorReplaced(name: String, kind: String) throws {
        let pipe = folder.file("pipe").string
        #expect(mkfifo(pipe, 0o600) == 0)
        #expect(symlink("pipe", folder.file("link").string) == 0)
        let path = name.hasPrefix("/") ? FilePath(name) : folder.file(name)
        let refused = Failure("fileError", "\(path.string) is \(kind), and no regular file; name a regular file")
        #expect(throws: refused) { _ = try AtomicFile(path).read() }
        // The existing file is checked before anything is written; devices are never tried here.
        if !name.hasPrefix("/") { #expect(code { _ = try AtomicFile(path).replace(with: [1]) } == "fileError") }
        #expect(try folder.names == ["link", "pipe"])
        var status = stat()
        #expect(stat(pipe, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
    }

    // MARK: Stamps

    @Test func aStampTellsWhetherAFileChanged() throws {
        let path = folder.file("a")
        #expect(try FileStamp(of: path) == nil)
        try folder.write("a", "one")
        let first = try FileStamp(of: path)
        #expect(try first == FileStamp(of: path))
        try folder.write("a", "two")
        let second = try FileStamp(of: path)
        #expect(second != nil && second != first)
        try FileManager.default.removeItem(atPath: path.string)
        #expect(try FileStamp(of: path) == nil)
    }

    @Test func whatIsNotWantedAnyMoreReplacesNothing() throws {
        let path = try folder.write("a", "old")
        #expect(try AtomicFile(path).replace(with: Array("new".utf8)) { false } == nil)
        #expect(throws: Failure.self) {
            _ = try AtomicFile(path).replace(with: []) { () throws(Failure) in throw .cancelled }
        }
        #expect(try folder.read("a") == "old" && folder.names == ["a"])
    }

    @Test func replacingGivesTheNewStamp() throws {
        let path = try folder.write("a", "same")
        let before = try FileStamp(of: path)
        let after = try AtomicFile(path).replace(with: Array("same".utf8))
        #expect(after != before)
        #expect(try after == FileStamp(of: path))
    }

    @Test func aStampOfWhatCannotBeReachedIsAFailure() throws {
        try folder.write("a", "")
        #expect(code { _ = try FileStamp(of: folder.file("a/b")) } == "fileError")
    }
}
