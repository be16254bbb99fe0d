import Glibc
import Synchronization
import SystemPackage

@testable import FHEventLoop

/// Runs blocking code on a thread of its own, so that no task blocks its thread.
func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        try! startThread { continuation.resume(with: Result { try body() }) }
    }
}

extension ChildProcess {
    /// Reads standard output to its end, blocking.
    func readOutput() -> String {
        makeBlocking(output)
        return String(decoding: output.readToEnd(), as: UTF8.self)
    }

    /// Reads a line of standard output, blocking.
    func readLine() -> String {
        makeBlocking(output)
        var line: [UInt8] = []
        while case let byte = output.readSome(1), let first = byte.first, first != UInt8(ascii: "\n") {
            line.append(first)
        }
        return String(decoding: line, as: UTF8.self)
    }

    private func makeBlocking(_ descriptor: FileDescriptor) {
        descriptor.isNonBlocking = false
    }
}

/// Runs a command and returns its output and its exit status.
func outcome(
    of command: ChildCommand, in registry: ChildProcesses = ChildProcesses()
) async throws -> (text: String, status: ChildProcess.ExitStatus?) {
    try await onThread {
        let child = try ChildProcess.spawn(command, in: registry)
        let text = child.readOutput()
        return (text, child.wait(milliseconds: -1))
    }
}

/// Counts the entries of a folder of this process in `/proc`, such as `fd` or `task`.
func countOfOwn(_ folder: String) -> Int {
    guard let stream = opendir("/proc/self/\(folder)") else { return -1 }
    defer { closedir(stream) }
    var count = 0
    while readdir(stream) != nil { count += 1 }
    return count
}

/// A named pipe that scripts open by path; removed with its owner.
final class Fifo: Sendable {
    let path: String
    /// Open for reading and writing, which never blocks and keeps the data until a script reads it.
    private let descriptor: Mutex<FileDescriptor?>

    init() throws {
        path = "/tmp/EventLoopTests.\(String(UInt64.random(in: .min ... .max), radix: 36))"
        guard mkfifo(path, 0o600) == 0 else { throw Errno(rawValue: errno) }
        descriptor = Mutex(
            try FileDescriptor.open(FilePath(path), .readWrite, options: [.closeOnExec, .nonBlocking]))
    }

    deinit {
        close()
        unlink(path)
    }

    /// Wakes a script that reads a line.
    func write(_ text: String) {
        _ = descriptor.withLock { try? $0?.writeAll(text.utf8) }
    }

    /// Reads until no other process has it open for writing, blocking.
    func readToEnd() -> String {
        guard let reader = try? FileDescriptor.open(FilePath(path), .readOnly, options: .closeOnExec) else {
            return "?"
        }
        close()
        // The reading thread may release the owner only after the test process has ended.
        unlink(path)
        defer { try? reader.close() }
        return String(decoding: reader.readToEnd(), as: UTF8.self)
    }

    private func close() {
        try? descriptor.withLock { $0.take() }?.close()
    }
}
