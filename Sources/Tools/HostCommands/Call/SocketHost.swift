import FHEventLoop
import SystemPackage

/// A host in another process, connected by a Unix socket.
final class SocketHost: CalledHost {
    let loop: PollLoop
    var isRemote: Bool { true }
    private let socket: FileDescriptor
    private var reader: InputReader?
    private var writer: OutputWriter?
    private var unsent: [UInt8] = []
    private var received: [UInt8] = []
    private var hasEndedInput = false
    private var failure: String?

    /// Takes ownership of a connected socket.
    init(_ socket: FileDescriptor) throws {
        ignoreSIGPIPE()
        loop = try PollLoop()
        self.socket = socket
        writer = OutputWriter(socket, on: loop) { [unowned self] in flush() }
        reader = InputReader(socket, on: loop) { [unowned self] in read() }
    }

    func send(_ line: String) {
        unsent += Array(line.utf8)
        flush()
    }

    func endInput() {
        hasEndedInput = true
        flush()
    }

    func receive() -> [Substring] {
        guard let end = received.lastIndex(of: UInt8(ascii: "\n")) else { return [] }
        defer { received.removeSubrange(...end) }
        return String(decoding: received[..<end], as: UTF8.self).split(separator: "\n")
    }

    func leave() -> String? {
        try? socket.close()
        return failure
    }

    /// Writes what the socket accepts.
    ///
    /// After a failure, the last output of the host is still to be read; reading detects the end of the session.
    private func flush() {
        writer?.write(from: &unsent)
        if hasEndedInput, unsent.isEmpty { SocketEnd.close(socket) }
    }

    private func read() {
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        switch buffer.withUnsafeMutableBytes({ reader?.read(into: $0) ?? .wouldBlock }) {
        case .bytes(let count): received += buffer[..<count]
        case .wouldBlock: break
        case .end: end(hasEndedInput ? nil : "the host has ended the session")
        case .failed(let error): end("the host is gone: \(error)")
        }
    }

    private func end(_ failure: String?) {
        self.failure = failure
        writer?.cancel()
        loop.stop()
    }
}
