import FHEventLoop
import FHHosting
import Synchronization
import SystemPackage

/// A file to which a separate thread appends lines, so that no caller waits for the disk.
///
/// Each line is in the file either completely or not at all, except for the last line of a killed process. All members
/// can be used from any thread.
final class Journal: Sendable {
    /// The maximum number of bytes that wait for the disk.
    ///
    /// Beyond this number the recording ends, so that its memory stays bounded.
    private static let maxWaitingBytes = 256 << 20

    private static let pieceBytes = 1 << 20

    private struct State {
        var waiting: [@Sendable () -> [UInt8]] = []
        var waitingBytes = 0
        var isOver = false
    }

    private let state = Mutex(State())
    private let writer = WorkerThread()
    private let file: FileDescriptor
    private let path: String
    private let onFailure: @Sendable (String) -> Void

    /// Creates a new file with permissions for its owner only.
    ///
    /// - Parameters:
    ///   - first: the initial content.
    ///   - onFailure: called once, on any thread, when writing has failed and ends. Receives the reason.
    /// - Throws: an error if the file exists or can't be created.
    init(_ path: String, first: [UInt8], onFailure: @escaping @Sendable (String) -> Void) throws(Errno) {
        do {
            let file = try FileDescriptor.open(
                FilePath(path), .writeOnly, options: [.create, .exclusiveCreate, .append, .closeOnExec],
                permissions: .ownerReadWrite)
            do {
                try file.writeAll(first)
            } catch {
                // A file without the first line is not a recording, and would prevent the next recording at the same
                // path.
                try? file.close()
                WholeFile.remove(path)
                throw error
            }
            self.file = file
        } catch let error as Errno {
            throw error
        } catch {
            throw .ioError
        }
        self.path = path
        self.onFailure = onFailure
    }

    deinit { try? file.close() }

    /// Appends bytes that end with a line break.
    func append(_ lines: [UInt8]) { append(byteCount: lines.count) { lines } }

    /// Calls `make` on the journal's thread, and appends the returned bytes after all earlier bytes.
    ///
    /// - Parameter byteCount: the approximate memory in bytes that `make` retains until it is called.
    func append(byteCount: Int, _ make: @escaping @Sendable () -> [UInt8]) {
        let (isFirst, isTooMuch) = state.withLock { state in
            if state.isOver { return (false, false) }
            state.waitingBytes += byteCount
            defer { state.waiting.append(make) }
            return (state.waiting.isEmpty, state.waitingBytes > Self.maxWaitingBytes)
        }
        if isTooMuch { return end("the disk is too slow") }
        if isFirst { writer.perform { self.write() } }
    }

    func remove() {
        finish()
        WholeFile.remove(path)
    }

    /// Waits until all lines are written.
    func finish() { writer.stop() }

    private func write() {
        let waiting = state.withLock { state in
            defer {
                state.waiting = []
                state.waitingBytes = 0
            }
            return state.waiting
        }
        do {
            var bytes: [UInt8] = []
            for make in waiting {
                bytes += make()
                // The bytes are written in chunks, because the waiting lines can be long.
                if bytes.count < Self.pieceBytes { continue }
                try file.writeAll(bytes)
                bytes.removeAll(keepingCapacity: true)
            }
            if !bytes.isEmpty { try file.writeAll(bytes) }
        } catch {
            end("\(error)")
        }
    }

    private func end(_ why: String) {
        let wasOver = state.withLock { state in
            defer {
                state.isOver = true
                state.waiting = []
            }
            return state.isOver
        }
        if !wasOver { onFailure(why) }
    }
}
