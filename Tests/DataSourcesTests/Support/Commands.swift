import FHEventLoop
import FHJSON
import FeatureKit
import Foundation
import Glibc
import Synchronization
import SystemPackage

@testable import FHDataSources

/// Makes a source over a shell script.
func script(
    _ text: String, _ format: CommandSource.Format = .lines, columns: [String]? = nil, timeoutMs: Int? = 1_000_000,
    outputLimit: Int = 16 << 20, children: ChildProcesses = ChildProcesses(), pace: CommandPace = CommandPace()
) throws -> CommandSource {
    try CommandSource(
        CommandSource.Options(
            argv: ["sh", "-c", text], format: format, columns: columns, timeoutMs: timeoutMs,
            outputLimit: outputLimit),
        children: children, pace: pace)
}

/// Makes a source without rows whose operation `do` is a shell script.
func operation(
    _ text: String, timeoutMs: Int = 1_000_000, outputLimit: Int = 16 << 20,
    children: ChildProcesses = ChildProcesses(), log: @escaping @Sendable (String) -> Void = { _ in }
) throws -> CommandSource {
    let operation = try CommandSource.Operation(argv: ["sh", "-c", text], timeoutMs: timeoutMs)
    return CommandSource(
        try CommandSource.Options(argv: nil, outputLimit: outputLimit, operations: ["do": operation]),
        children: children, log: log)
}

extension DataSource {
    /// Performs an operation and returns its output.
    func output(
        _ input: JSONText = .null, of operation: String = "do", opID: String = "o1"
    ) async throws(Failure) -> JSONText {
        try await perform(operation, input: input, opID: opID).get()
    }

    /// Returns the failure of an operation; nil if it succeeds.
    func failure(ofInput input: JSONText, of operation: String = "do", opID: String = "o1") async -> Failure? {
        do {
            _ = try await output(input, of: operation, opID: opID)
            return nil
        } catch {
            return error
        }
    }
}

extension CommandSource {
    /// Fetches a page by its offset.
    func page(
        _ offset: Int, _ limit: Int, isRefresh: Bool = false, _ wait: FetchRequest.Wait = .page
    ) async throws(Failure) -> Page {
        try await fetch(FetchRequest(start: .offset(offset), limit: limit, isRefresh: isRefresh, wait: wait)).get()
    }

    /// Returns the failure of a page; nil if it succeeds.
    func failure(_ offset: Int = 0, _ limit: Int = .max, isRefresh: Bool = false) async -> Failure? {
        do {
            _ = try await page(offset, limit, isRefresh: isRefresh)
            return nil
        } catch {
            return error
        }
    }
}

/// A named pipe in a folder, through which a test and a script wait for each other.
final class Fifo: Sendable {
    let path: FilePath
    /// A descriptor for reading and writing.
    ///
    /// Opening it never blocks, and data stay in the pipe until a script reads them.
    private let descriptor: FileDescriptor

    init(_ path: FilePath) throws {
        self.path = path
        guard mkfifo(path.string, 0o600) == 0 else { throw Errno(rawValue: errno) }
        descriptor = try FileDescriptor.open(path, .readWrite, options: .closeOnExec)
    }

    deinit {
        try? descriptor.close()
    }

    /// Wakes a script that reads a line.
    func go() {
        _ = try? descriptor.writeAll("go\n".utf8)
    }

    /// Waits, on a separate thread, for a line that a script writes.
    func line() async -> String {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { [descriptor] in
                var text: [UInt8] = []
                var byte: UInt8 = 0
                while read(descriptor.rawValue, &byte, 1) == 1, byte != UInt8(ascii: "\n") { text.append(byte) }
                continuation.resume(returning: String(decoding: text, as: UTF8.self))
            }
        }
    }

    /// Waits, on a separate thread, until no other process has the pipe open for writing.
    ///
    /// Call this function last, because a later `open` would block forever.
    func end() async {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { [descriptor, path] in
                let reader = try? FileDescriptor.open(path, .readOnly, options: .closeOnExec)
                // The test's own descriptor would keep the pipe open, so `/dev/null` replaces it under the same number.
                let null = open("/dev/null", O_RDWR | O_CLOEXEC)
                dup2(null, descriptor.rawValue)
                close(null)
                var byte: UInt8 = 0
                while let reader, read(reader.rawValue, &byte, 1) == 1 {}
                try? reader?.close()
                continuation.resume()
            }
        }
    }
}
