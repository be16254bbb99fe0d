public import FHEventLoop
import FHTerminalPlain
import FHTerminalScreen
import Glibc
import SystemPackage

/// Runs a program of lines until the user, the end of the input or a signal ends it.
///
/// Each turn of the loop handles the lines and the messages of the host, and then writes the new text at once.
///
/// ```swift
/// let program = try PlainProgram(supply, on: loop, .catalog)
/// let status = try PlainRunner(program, input: 0, on: loop) { try write($0) }.run()
/// ```
public final class PlainRunner {
    private let program: PlainProgram
    private let descriptor: Int32
    private let loop: PollLoop
    private let write: (String) throws -> Void
    /// The terminal that the lines come from; nil if they come from a pipe or a file.
    private let echo: TerminalEcho?
    private var input: LineInput?
    private var wake: (deadline: Int, timer: TimerToken)?
    private var failure: (any Error)?
    /// The status with which the program ends; nil while it runs.
    private var status: Int32?

    private var lines: PlainDialog { program.lines }

    /// Prepares a program to run.
    ///
    /// - Parameters:
    ///   - input: the descriptor to read lines from.
    ///   - write: writes a text, which may end with a prompt.
    public init(
        _ program: PlainProgram, input: Int32, on loop: PollLoop, write: @escaping (String) throws -> Void
    ) {
        self.program = program
        descriptor = input
        self.loop = loop
        self.write = write
        echo = TerminalEcho(input)
    }

    /// Runs until the end.
    ///
    /// - Returns: the exit status.
    /// - Throws: `Errno` if signals can't be caught, and the errors of writing.
    public func run() throws -> Int32 {
        defer { showInput() }
        let signals = try SignalWatcher(on: loop) { [unowned self] in handle(signal: $0) }
        input = LineInput(
            descriptor, on: loop, handle: { [unowned self] in take($0) }, ended: { [unowned self] in lines.endInput() })
        loop.beforePoll { [unowned self] in finishTurn() }
        loop.run()
        signals.cancel()
        program.release()
        if let failure { throw failure }
        return status ?? 1
    }

    private func take(_ line: String) { lines.enter(line, isShown: echo != nil && lines.isPrompting) }

    private func finishTurn() {
        guard status == nil else { return }
        program.update(now: loop.now)
        if let status = program.exitStatus { return end(status) }
        // The terminal must not show the secret for which the prompt asks.
        if lines.readsSecret { hideInput() } else { showInput() }
        writeText()
        scheduleWake()
    }

    private func writeText() {
        let text = lines.takeText()
        guard !text.isEmpty, failure == nil else { return }
        do {
            try write(text)
        } catch {
            failure = error
            end(1)
        }
    }

    /// Makes the loop begin a turn at the dialog's deadline.
    private func scheduleWake() {
        let deadline = lines.deadline
        if wake?.deadline == deadline, wake?.timer.isPending != false { return }
        wake?.timer.cancel()
        wake = deadline.map { ($0, loop.schedule(afterMilliseconds: max(0, $0 - loop.now)) {}) }
    }

    // MARK: Secrets

    /// Makes the terminal show nothing that is typed, also not after the end of the program by a crash.
    private func hideInput() {
        guard let echo, echo.isOn else { return }
        CrashGuard.install(output: descriptor, [])
        echo.turnOff()
    }

    private func showInput() {
        guard let echo, !echo.isOn else { return }
        echo.turnOn()
        CrashGuard.remove()
    }

    // MARK: The end

    private func handle(signal: Int32) {
        // A second signal ends the program without waiting for the host.
        if status == nil { end(128 + signal) } else { loop.stop() }
    }

    private func end(_ status: Int32) {
        if self.status != nil { return }
        self.status = status
        lines.close()
        writeText()
        input?.cancel()
        wake?.timer.cancel()
        showInput()
        program.close { [loop] in loop.stop() }
    }
}
