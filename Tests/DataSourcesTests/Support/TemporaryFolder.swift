import Foundation
import SystemPackage

/// A folder that is removed after the test.
final class TemporaryFolder {
    let path = FilePath(NSTemporaryDirectory()).appending("DataSourcesTests-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(atPath: path.string, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path.string)
    }

    /// The names of all entries, including hidden files.
    var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: path.string).sorted() }
    }

    func file(_ name: String) -> FilePath { path.appending(name) }

    /// Writes a file atomically, as an editor does: a new file replaces the old one.
    @discardableResult
    func write(_ name: String, _ text: String) throws -> FilePath {
        try Data(text.utf8).write(to: URL(fileURLWithPath: file(name).string), options: .atomic)
        return file(name)
    }

    func write(_ name: String, bytes: [UInt8]) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: file(name).string), options: .atomic)
    }

    func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: file(name).string)))
    }

    func read(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(fileURLWithPath: file(name).string)), as: UTF8.self)
    }

    func link(_ name: String, to destination: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: file(name).string, withDestinationPath: destination)
    }

    func linkDestination(_ name: String) throws -> String {
        try FileManager.default.destinationOfSymbolicLink(atPath: file(name).string)
    }
}
