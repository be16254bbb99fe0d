import FHEventLoop
import SystemPackage

/// Reads lines from a descriptor.
final class LineInput {
    /// The largest number of bytes of a line; the rest of a longer line is dropped.
    private static let longest = 1 << 20
    /// The largest number of reads in one turn, so that the host gets its turns during long input too.
    private static let readsPerTurn = 16

    private let handle: (String) -> Void
    private let ended: () -> Void
    private var reader: InputReader?
    private var rest: [UInt8] = []
    private var buffer = [UInt8](repeating: 0, count: 4 << 10)

    /// Starts to read.
    ///
    /// - Parameters:
    ///   - handle: called with each line, without its line break.
    ///   - ended: called once after the last line.
    init(_ descriptor: Int32, on loop: PollLoop, handle: @escaping (String) -> Void, ended: @escaping () -> Void) {
        self.handle = handle
        self.ended = ended
        reader = InputReader(FileDescriptor(rawValue: descriptor), on: loop) { [unowned self] in read() }
    }

    /// Stops reading.
    func cancel() {
        reader?.cancel()
        reader = nil
    }

    private func read() {
        for _ in 0..<Self.readsPerTurn {
            guard let reader else { return }
            switch buffer.withUnsafeMutableBytes({ reader.read(into: $0) }) {
            case .bytes(let count): append(buffer[..<count])
            case .wouldBlock: return
            case .end, .failed: return end()
            }
        }
    }

    private func append(_ bytes: ArraySlice<UInt8>) {
        var bytes = bytes
        while let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
            keep(bytes[..<end])
            finishLine()
            bytes = bytes[(end + 1)...]
        }
        keep(bytes)
    }

    private func keep(_ bytes: ArraySlice<UInt8>) { rest += bytes.prefix(max(0, Self.longest - rest.count)) }

    private func finishLine() {
        if rest.last == UInt8(ascii: "\r") { rest.removeLast() }
        let line = String(decoding: rest, as: UTF8.self)
        rest = []
        handle(line)
    }

    private func end() {
        cancel()
        if !rest.isEmpty { finishLine() }
        ended()
    }
}
