public import FHEventLoop
public import FHJSON
import FHJSONRPC
import Glibc
public import SystemPackage

/// A connection to a host in another process, by a Unix socket.
public final class SocketConnection: ProgramConnection {
    /// The largest number of bytes that are read in one turn, so that keys are handled between parts of long output.
    private static let bytesPerTurn = 1 << 20

    private let socket: FileDescriptor
    private var reader: InputReader?
    private var writer: OutputWriter?
    private var unsent: [UInt8] = []
    private var lines = LineBuffer()
    private var buffer = [UInt8](repeating: 0, count: 64 << 10)
    private var failure: String?

    /// Takes ownership of a connected socket.
    public init(_ socket: FileDescriptor, on loop: PollLoop) {
        ignoreSIGPIPE()
        self.socket = socket
        writer = OutputWriter(socket, on: loop) { [unowned self] in flush() }
        reader = InputReader(socket, on: loop) { [unowned self] in read() }
    }

    /// The reason why the connection has ended; nil while it is open, or while messages wait to be received.
    public var end: String? { lines.hasLine ? nil : failure }

    /// Sends a message; bytes that the socket can't accept now are sent later.
    public func send(_ message: JSONText) {
        if failure != nil { return }
        unsent += message.bytes
        unsent.append(UInt8(ascii: "\n"))
        flush()
    }

    /// Returns the messages that have arrived completely since the last call.
    public func receive() -> [JSONValue] {
        var messages: [JSONValue] = []
        while let line = lines.next() {
            do throws(JSONParseError) {
                messages.append(try JSONValue(parsing: line))
            } catch {
                fail("the host sent what can't be read: it \(error.fault)")
                return messages
            }
        }
        return messages
    }

    /// Ends the session at once; the host completes its edits by itself.
    public func close(_ closed: @escaping () -> Void) {
        fail("the session was closed")
        // The descriptor stays open until ``release()``, but the host has to learn now that the session is over.
        shutdown(socket.rawValue, Int32(SHUT_RDWR))
        closed()
    }

    /// Closes the socket.
    public func release() { try? socket.close() }

    /// Writes what the socket accepts.
    ///
    /// After a failure, the last output of the host is still to be read; reading detects the end of the session.
    private func flush() { writer?.write(from: &unsent) }

    private func read() {
        var count = 0
        while let reader, count < Self.bytesPerTurn {
            switch buffer.withUnsafeMutableBytes({ reader.read(into: $0) }) {
            case .bytes(let length):
                count += length
                lines.append(buffer[..<length])
                if lines.isTooLong { return fail("the host sent a message of more than \(LineBuffer.longest) bytes") }
            case .wouldBlock: return
            case .end: return fail("the host has ended the session")
            case .failed(let error): return fail("the host is gone: \(error)")
            }
        }
    }

    private func fail(_ reason: String) {
        failure = failure ?? reason
        reader?.cancel()
        writer?.cancel()
        reader = nil
        writer = nil
    }
}

/// Splits received bytes into lines.
private struct LineBuffer {
    /// The maximum length of a line: no host writes longer ones.
    static let longest = FrameDecoder.defaultMaxFrameBytes

    private var complete: [[UInt8]] = []
    private var takenCount = 0
    /// The bytes after the last line break.
    private var rest: [UInt8] = []

    var hasLine: Bool { takenCount < complete.count }
    var isTooLong: Bool { rest.count > Self.longest }

    mutating func append(_ bytes: ArraySlice<UInt8>) {
        var bytes = bytes
        while let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
            complete.append(rest + bytes[..<end])
            rest = []
            bytes = bytes[(end + 1)...]
        }
        rest += bytes
    }

    /// Returns the next line that is not empty, and removes it.
    mutating func next() -> [UInt8]? {
        while hasLine {
            let line = complete[takenCount]
            takenCount += 1
            if !line.isEmpty { return line }
        }
        complete = []
        takenCount = 0
        return nil
    }
}
