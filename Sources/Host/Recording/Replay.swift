import FHEventLoop
import FHHosting
import FHJSON
import FHJSONRPC
import FHPeers
import FeatureKit
import Logging
import SystemPackage

/// Replays a recording.
///
/// It runs a host whose input comes only from the recording.
///
/// Belongs to the thread that creates it.
package final class Replay {
    /// The result of a replay.
    package struct Outcome {
        /// The number of replayed lines.
        package let lineCount: Int
        /// The first difference from the recording; nil if there is none.
        package let difference: ReplayDifference?
    }

    package struct Options {
        /// The secrets by number.
        package var secrets: [Int: String] = [:]
        /// True to send frames with headers, false for lines, nil for the recorded framing.
        package var hasHeaders: Bool?
        /// Called with each session's output, as bytes on the wire.
        package var onOutput: (_ session: Int, UnsafeRawBufferPointer) -> Void = { _, _ in }

        package init() {}
    }

    private final class Output: OutputSink {
        private let take: (UnsafeRawBufferPointer) -> Void
        init(_ take: @escaping (UnsafeRawBufferPointer) -> Void) { self.take = take }

        func write(_ bytes: UnsafeRawBufferPointer) -> OutputWriter.Result {
            take(bytes)
            return .written(bytes.count)
        }
    }

    private let replayer: Replayer
    private let host: Host
    private let options: Options
    private var sessions: [Int: Session] = [:]
    /// The numbers of the sessions whose frames have `Content-Length` headers.
    private var headed: Set<Int> = []

    /// Creates the host of a recording.
    ///
    /// - Parameters:
    ///   - catalog: the features, whose sources `replayer` wraps.
    ///   - replayer: the recording.
    /// - Throws: `Errno` if the process has no free descriptor.
    package init(
        _ catalog: Catalog, _ replayer: Replayer, _ options: Options, log: @escaping () -> Logger
    ) throws(Errno) {
        var hostOptions = replayer.header.options
        hostOptions.tape = replayer
        host = Host(catalog: catalog, options: hostOptions, loop: try PollLoop(), log: log)
        self.replayer = replayer
        self.options = options
    }

    /// Replays to the end, or to the first difference.
    ///
    /// - Throws: ``ReplayFailure`` if a secret is missing, or the framing can't be changed.
    package func run() throws(ReplayFailure) -> Outcome {
        if options.hasHeaders != nil, replayer.hasSlowReaders {
            throw ReplayFailure(
                "has a reader that fell behind, recorded in bytes of its framing; play it without --framing")
        }
        while let line = replayer.peek() { try play(line) }
        if let line = replayer.unsaid { replayer.differ("the replay does not produce this line", at: line) }
        return Outcome(lineCount: replayer.lineCount, difference: replayer.difference)
    }

    private func play(_ line: Script.Line) throws(ReplayFailure) {
        replayer.begin()
        switch line.kind {
        case "in": return try takeIn(line)
        case "turn": return host.finishTurn()
        default: break
        }
        let value = line.value
        let number = value[String(line.kind)]?.intValue ?? 0
        switch line.kind {
        case "session": join(number, isSequential: value["sequential"]?.boolValue ?? false)
        case "timer": if !host.time.fire(number) { replayer.differ("there is no timer \(number)", at: line) }
        case "end": session(number, line)?.endInput()
        case "failed": session(number, line)?.failConnection()
        case "writable": session(number, line)?.noteWritable()
        case "over": replayer.compareEnd(line)
        case "stop": host.shutDown()
        case "said":
            guard let plugin = host.plugins[value["said"]?.stringValue ?? ""], plugin.process != nil else {
                return replayer.differ("that plugin does not run", at: line)
            }
            plugin.replay(value, line.message.map(Array.init))
        default: replayer.differ("the replay has no such event at this point", at: line)
        }
    }

    /// The session with a number.
    ///
    /// If there is no such session, reports a difference.
    private func session(_ number: Int, _ line: Script.Line) -> Session? {
        if sessions[number] == nil { replayer.differ("there is no session \(number)", at: line) }
        return sessions[number]
    }

    private func join(_ number: Int, isSequential: Bool) {
        let output = Output { [options] in options.onOutput(number, $0) }
        sessions[number] = host.join(sink: output, isSequential: isSequential)
    }

    private func takeIn(_ line: Script.Line) throws(ReplayFailure) {
        // Consecutive frames of a session were received together, so they are replayed together.
        let number = line.session ?? -1
        guard let session = session(number, line) else { return }
        var bytes: [UInt8] = []
        var next: Script.Line? = line
        var lastReason: String?
        while let frame = next, lastReason == nil {
            if frame.number != line.number { replayer.begin() }
            if frame.isHeaded { headed.insert(number) }
            if let text = frame.message {
                append(try withSecrets(text), isHeaded: headed.contains(number), to: &bytes)
            } else if let unreadable = frame.value["unreadable"] {
                let reason = unreadable["message"]?.stringValue ?? ""
                if unreadable["last"]?.boolValue == true {
                    lastReason = reason
                } else {
                    let id = unreadable["id"].flatMap { RequestID($0) } ?? .null
                    let code = unreadable["code"]?.intValue.map { ErrorCode(rawValue: $0) } ?? .parseError
                    session.noteUnreadable(.invalid(RPCError(code, reason), id: id))
                    // The replacement is as long as the original, because a long frame is parsed on another thread, and
                    // is handled in a later turn.
                    let count = unreadable["whole"]?.boolValue == true ? unreadable["bytes"]?.intValue ?? 0 : 0
                    let spaces = max(0, min(count, host.limits.maxFrameBytes)) &- 2
                    let text = Array("[?".utf8) + [UInt8](repeating: 0x20, count: max(0, spaces))
                    append(text, isHeaded: headed.contains(number), to: &bytes)
                }
            }
            next = replayer.peek().flatMap { $0.kind == "in" && $0.session == number ? $0 : nil }
        }
        session.receive(bytes)
        if let lastReason { session.failFraming(lastReason) }
    }

    private func append(_ text: [UInt8], isHeaded: Bool, to bytes: inout [UInt8]) {
        if options.hasHeaders ?? isHeaded {
            bytes += Array("Content-Length: \(text.count)\r\n\r\n".utf8)
            bytes += text
        } else {
            bytes += text
            bytes.append(UInt8(ascii: "\n"))
        }
    }

    private func withSecrets(_ text: ArraySlice<UInt8>) throws(ReplayFailure) -> [UInt8] {
        let text = Array(text)
        guard text.firstRange(of: Array(#""$secret""#.utf8)) != nil, let value = try? JSONValue(parsing: text) else {
            return text
        }
        var missing: Int?
        let whole = SecretNumbers.unmasked(value, options.secrets, missing: &missing)
        if let missing {
            throw ReplayFailure(
                "omits the secret \(missing), as every recording does; give it with --secret \(missing)=VALUE")
        }
        return whole.bytes
    }
}
