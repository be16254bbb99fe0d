import Glibc
import SystemPackage

@testable import FHEventLoop

/// Runs blocking code on a separate thread, so that no task blocks its thread.
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
