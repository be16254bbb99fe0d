import FHEventLoop
import FHTerminalScreen
import SystemPackage

/// Reads and decodes the bytes that a terminal sends.
final class KeyInput {
    /// The time in milliseconds after which an escape byte is the escape key, and not the beginning of a sequence.
    private static let escapeMs = 25
    /// The largest number of reads in one turn, so that the screen is drawn during a long paste too.
    private static let readsPerTurn = 16

    private let loop: PollLoop
    private let handle: (InputEvent) -> Void
    private let ended: () -> Void
    private var reader: InputReader?
    private var decoder = InputDecoder(hasAltKeys: true)
    private var escape: TimerToken?
    private var buffer = [UInt8](repeating: 0, count: 4 << 10)

    /// Starts to read.
    ///
    /// - Parameters:
    ///   - handle: called with each event, in order.
    ///   - ended: called when the terminal is gone.
    init(
        _ descriptor: Int32, on loop: PollLoop, handle: @escaping (InputEvent) -> Void, ended: @escaping () -> Void
    ) {
        self.loop = loop
        self.handle = handle
        self.ended = ended
        reader = InputReader(FileDescriptor(rawValue: descriptor), on: loop) { [unowned self] in read() }
    }

    /// True while the terminal has not answered the request for the position of its cursor.
    var expectsCursor: Bool {
        get { decoder.expectsCursor }
        set { decoder.expectsCursor = newValue }
    }

    /// Stops reading, so that other programs get the keys.
    func pause() { reader?.pause() }

    /// Reads keys again.
    func resume() { reader?.resume() }

    /// Stops reading.
    func cancel() {
        escape?.cancel()
        reader?.cancel()
        reader = nil
    }

    private func read() {
        escape?.cancel()
        for _ in 0..<Self.readsPerTurn {
            guard let reader else { return }
            switch buffer.withUnsafeMutableBytes({ reader.read(into: $0) }) {
            case .bytes(let count):
                for event in decoder.decode(buffer[..<count]) { handle(event) }
            case .wouldBlock: return waitForRest()
            case .end, .failed: return ended()
            }
        }
        waitForRest()
    }

    /// Decodes the last bytes as keys if no bytes follow.
    private func waitForRest() {
        guard decoder.isIncomplete else { return }
        escape = loop.schedule(afterMilliseconds: Self.escapeMs) { [unowned self] in
            for event in decoder.flush() { handle(event) }
        }
    }
}
