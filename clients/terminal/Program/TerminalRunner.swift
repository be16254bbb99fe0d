public import FHEventLoop
import FHTerminalClient
import FHTerminalScreen
import FHTerminalUI
import Glibc
import SystemPackage

/// Runs the program on a terminal until the user ends it.
///
/// Each turn of the loop handles the bytes of the terminal and of the host, and then draws at most one frame.
///
/// ```swift
/// let terminal = try Terminal()
/// let program = try Program(supply, on: loop, .feature("tasks", nil))
/// let status = try TerminalRunner(program, on: terminal, loop).run()
/// ```
public final class TerminalRunner {
    private let program: Program
    private let terminal: Terminal
    private let loop: PollLoop
    private let output: FrameOutput
    private let firstFrameDelay: FirstFrameDelay
    private var themeChoice: ThemeChoice
    private var input: KeyInput?
    private var jobs: JobControl?
    private var wake: (deadline: Int, timer: TimerToken)?
    /// Reports to tests that all keys have had their effects; nil without such a test.
    private var settled = SettledTitle()
    /// True if the terminal shows something other than the last frame.
    private var isStale = true
    /// The status with which the program ends; nil while it runs.
    private var status: Int32?

    private var app: App { program.app }

    /// Prepares a program to run on a terminal.
    ///
    /// - Parameter theme: the colours that the user has configured.
    public init(
        _ program: Program, on terminal: Terminal, _ loop: PollLoop, theme: ThemeConfiguration = ThemeConfiguration()
    ) {
        self.program = program
        self.terminal = terminal
        self.loop = loop
        output = FrameOutput(terminal.output, on: loop)
        firstFrameDelay = FirstFrameDelay(on: loop, asksTerminal: terminal.capabilities.isXterm)
        themeChoice = ThemeChoice(terminal.capabilities.colours, theme, hint: OwnProcess.variable("COLORFGBG"))
        app.interface.now = { [loop] in loop.now }
        app.size = terminal.size
        app.theme = themeChoice.theme
        app.interface.terminal.copy = { [unowned self] in copy($0) }
        app.interface.terminal.edit = { [unowned self] in edit($0) }
        app.toggleTheme = { [unowned self] in
            themeChoice.toggle()
            app.theme = themeChoice.theme
        }
    }

    /// Runs until the user or a signal ends the program, and restores the terminal.
    ///
    /// - Returns: the exit status.
    /// - Throws: `Errno` if signals can't be caught.
    public func run() throws(Errno) -> Int32 {
        defer { leaveTerminal() }
        let signals = try SignalWatcher(SignalWatcher.endingSignals + [SIGWINCH, SIGCONT], on: loop) {
            [unowned self] in handle(signal: $0)
        }
        jobs = JobControl(on: loop) { [unowned self] in resume() }
        let input = KeyInput(
            terminal.input, on: loop, handle: { [unowned self] in handle($0) },
            ended: { [unowned self] in end(128 + SIGHUP) })
        self.input = input
        begin(asking: input)
        loop.beforePoll { [unowned self] in finishTurn() }
        loop.run()
        leaveTerminal()
        signals.cancel()
        program.release()
        return status ?? 1
    }

    private func begin(asking input: KeyInput) {
        output.write(terminal.begin())
        guard terminal.capabilities.isXterm else { return }
        input.expectsCursor = true
        output.write(TerminalRequests.background + TerminalRequests.synchronization + TerminalRequests.cursor)
    }

    // MARK: Turns

    private func finishTurn() {
        guard status == nil else { return }
        let isOutdated = program.update()
        if let status = program.exitStatus { return end(status) }
        // The views request what they need for the first frame, such as a window as high as the screen.
        if !firstFrameDelay.isOver { app.refresh() }
        firstFrameDelay.end(isHostKnown: app.interface.session.isAnswered)
        let canDraw = firstFrameDelay.isOver && output.isReady && jobs?.isSuspended == false
        let isDrawn = (isOutdated || isStale) && canDraw && program.canBeShown
        if isDrawn { draw() }
        if let title = settled?.goOn(app), !title.isEmpty { output.write(title) }
        scheduleWake(afterFrame: isDrawn)
        if output.isBroken { end(128 + SIGHUP) }
    }

    private func draw() {
        if terminal.isInline { grow() }
        isStale = false
        output.write(terminal.screen.show(app.frame(on: terminal.screen.canvas())))
    }

    /// Makes the loop begin a turn at the program's deadline.
    ///
    /// A deadline that has passed counts only if a frame was drawn in this turn. Otherwise the program has been updated
    /// since the deadline, and its frame is drawn as soon as the terminal is ready.
    private func scheduleWake(afterFrame isDrawn: Bool) {
        let deadline = app.deadline.flatMap { isDrawn || $0 > loop.now ? $0 : nil }
        if wake?.deadline == deadline, wake?.timer.isPending != false { return }
        wake?.timer.cancel()
        wake = deadline.map { ($0, loop.schedule(afterMilliseconds: $0 - loop.now) {}) }
    }

    // MARK: Input

    private func handle(_ event: InputEvent) {
        guard status == nil else { return }
        switch event {
        case .background(let red, let green, let blue):
            themeChoice.update(red: red, green: green, blue: blue)
            app.theme = themeChoice.theme
        case .synchronization(let isSynchronized): terminal.screen.isSynchronized = isSynchronized
        case .cursor:
            input?.expectsCursor = false
            firstFrameDelay.recordCursor()
        case .key(.control("z")): suspend()
        case .key(SettledTitle.key) where settled != nil: settled?.press(app)
        case .key, .paste, .mouse: program.handle(event)
        }
    }

    private func handle(signal: Int32) {
        switch signal {
        case SIGWINCH: resize()
        case SIGCONT: jobs?.resume()
        default:
            // A second signal ends the program without waiting for the host.
            if status == nil { end(128 + signal) } else { loop.stop() }
        }
    }

    private func resize() {
        let size = terminal.size
        if size == app.size { return }
        terminal.screen.forget(size: size)
        app.size = size
    }

    /// Gives frames below the prompt the rows that they need.
    ///
    /// They never get fewer rows, so that the frame doesn't move.
    private func grow() {
        let wanted = app.wantedHeight(width: app.size.width)
        guard wanted > terminal.rows else { return }
        terminal.rows = wanted
        resize()
    }

    /// Puts a text on the clipboard; returns false if the terminal doesn't know the sequence.
    private func copy(_ text: String) -> Bool {
        if terminal.capabilities.isXterm { output.write(TerminalRequests.copy(text)) }
        return terminal.capabilities.isXterm
    }

    // MARK: Other programs

    /// Leaves the terminal to another program, until ``resume()``.
    private func yieldTerminal() {
        input?.pause()
        output.finish(terminal.end())
        terminal.restore()
    }

    private func suspend() {
        yieldTerminal()
        jobs?.suspend()
    }

    private func edit(_ text: String) -> EditedText {
        yieldTerminal()
        defer { resume() }
        return ExternalEditor().edit(text)
    }

    private func resume() {
        guard status == nil else { return }
        // If the user has continued the job in the background, the system stops it here until it is in the foreground.
        while (try? terminal.takeKeys()) == nil, errno == EINTR {}
        resize()
        terminal.screen.forget()
        output.write(terminal.begin())
        input?.resume()
        isStale = true
    }

    // MARK: The end

    private func end(_ status: Int32) {
        if self.status != nil { return }
        self.status = status
        leaveTerminal()
        program.close { [loop] in loop.stop() }
    }

    /// Restores the terminal.
    ///
    /// A second call does nothing.
    private func leaveTerminal() {
        input?.cancel()
        output.finish(terminal.end())
        output.cancel()
        terminal.restore()
    }
}
