import FHEventLoop
import FHJSON
import FHTerminalClient
import FHTerminalPlain
import Foundation
import Testing

@testable import FHTerminalProgram

/// A step of a conversation with the dialog of lines.
enum ConversationStep: Sendable {
    /// Types a line.
    case line(String)
    /// Does something beside the dialog, such as changing a file.
    case act(@Sendable () throws -> Void)
    /// Waits until the newest snapshots have a text.
    case until(String)
}

extension ConversationStep: ExpressibleByStringLiteral {
    init(stringLiteral value: String) { self = .line(value) }
}

/// The outcome of a conversation.
struct Conversation: Sendable {
    /// The written text, with the typed lines.
    let text: String
    let status: Int32
    /// The output of a dialog; nil if it was not completed.
    let output: JSONValue?

    /// The text from the first line with a given beginning on.
    func from(_ beginning: String) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.drop { !$0.hasPrefix(beginning) }.joined(separator: "\n")
    }
}

extension PlayedStage {
    /// Types lines to the dialog over a host in this process, and then ends the input.
    ///
    /// - Parameter atOnce: true to type all lines in advance, false to type each behind its prompt.
    func converse(
        _ steps: [ConversationStep], _ task: Program.Task = .feature("tasks", nil), atOnce: Bool = false
    ) async throws -> Conversation {
        try await withCheckedThrowingContinuation { continuation in
            do {
                try startThread(stackBytes: 8 << 20) {
                    continuation.resume(with: Result { try self.converseHere(steps, task, atOnce) })
                }
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }

    private func converseHere(
        _ steps: [ConversationStep], _ task: Program.Task, _ atOnce: Bool
    ) throws -> Conversation {
        let loop = try PollLoop()
        let program = try PlainProgram(
            StageHost(folder.appendingPathComponent("demo.workspace.json").path), on: loop, task)
        var rest = steps[...]
        var text = ""
        var failure: (any Error)?
        var status: Int32?
        func goOn() throws {
            program.update(now: 0)
            text += program.lines.takeText()
            while program.exitStatus == nil, program.lines.isPrompting || atOnce, let step = rest.first {
                switch step {
                case .line(let line): program.lines.enter(line, isShown: false)
                case .act(let act): try act()
                case .until(let wanted):
                    let session = program.lines.session
                    let states = session.open.compactMap { session.node($0)?.snapshot.json.description }
                    guard states.contains(where: { $0.contains(wanted) }) else { return }
                }
                rest.removeFirst()
                program.update(now: 0)
                text += program.lines.takeText()
            }
            if rest.isEmpty, program.exitStatus == nil {
                program.lines.endInput()
                program.update(now: 0)
                text += program.lines.takeText()
            }
        }
        loop.beforePoll {
            guard status == nil else { return }
            do { try goOn() } catch { failure = error }
            if let ended = program.exitStatus ?? (failure == nil ? nil : 1) {
                status = ended
                program.close { loop.stop() }
            }
        }
        loop.run()
        program.release()
        if let failure { throw failure }
        return Conversation(text: text, status: status ?? 1, output: program.dialog?.output)
    }
}
