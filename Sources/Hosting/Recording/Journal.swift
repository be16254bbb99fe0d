import EventLoop
import Synchronization
import SystemPackage

/// A file to which lines are appended, by a thread of its own: nobody waits for the disk.
///
/// A line is in the file whole or not at all, but for the last one of a process that was killed.
/// All members may be used from any thread.
final class Journal: Sendable {
    /// How much may wait for the disk; with more the file ends, since memory would too.
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

    /// Creates a file that must not be there yet, for its owner's eyes alone.
    ///
    /// - Parameters:
    ///   - first: bytes that are in it from the beginning.
    ///   - onFailure: called once, on any thread, with what is wrong, when nothing more is written.
    init(_ path: String, first: [UInt8], onFailure: @escaping @Sendable (String) -> Void) throws(Errno) {
        do {
            let file = try FileDescriptor.open(
                FilePath(path), .writeOnly, options: [.create, .exclusiveCreate, .append, .closeOnExec],
                permissions: .ownerReadWrite)
            do {
                try file.writeAll(first)
            } catch {
                // What has no first line is no recording, and would be in the way of the next one.
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

    /// Appends bytes that the journal's thread makes, behind all that came before.
    ///
    /// - Parameter byteCount: how much memory they hold until then, about.
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

    /// Takes the file away.
    func remove() {
        finish()
        WholeFile.remove(path)
    }

    /// Waits until all is written.
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
                // Not all at once: what waits may be long.
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
