public import FHEventLoop
import FHTerminalClient
public import FHTerminalScreen
import FHTerminalUI

/// Plays a session without a terminal, and writes the frames that the session requests.
///
/// The same session gives the same frames: each frame is drawn when everything has settled, and the clock of the screen
/// moves only then.
public final class Player {
    /// The usual time in milliseconds in which a step has to settle.
    public static let usualTimeoutMs = 120_000
    /// The time in milliseconds by which the clock of the screen moves while a step settles.
    private static let stepMs = 1_000

    private let program: Program
    private let loop: PollLoop
    private let timeoutMs: Int
    private let pictures: PlayedPictures?
    private let write: (PlayedFrame) throws -> Void
    private var steps: ArraySlice<PlayedStep>
    private var settling: Settling?
    private var timer: TimerToken?
    private var now = 0
    private var frame: Canvas
    private var status: Int32?
    private var failure: (any Error)?

    private var app: App { program.app }

    /// Prepares to play a session.
    ///
    /// - Parameters:
    ///   - size: the size of the screen at first.
    ///   - timeoutMs: the time in milliseconds in which a step has to settle.
    ///   - pictures: the pictures of the frames, which determine the colours; nil for frames without colours.
    ///   - write: writes a frame.
    public init(
        _ session: PlayedSession, in program: Program, size: Size, on loop: PollLoop, timeoutMs: Int = usualTimeoutMs,
        pictures: PlayedPictures? = nil, write: @escaping (PlayedFrame) throws -> Void
    ) {
        self.program = program
        self.loop = loop
        self.timeoutMs = timeoutMs
        self.pictures = pictures
        self.write = write
        frame = Canvas(size)
        // The screen settles before each frame and each click.
        steps =
            session.steps.flatMap { step -> [PlayedStep] in
                switch step {
                case .frame, .click: [.settle, step]
                case .press, .resize, .settle: [step]
                }
            }[...]
        settling = Settling(program.app)
        app.size = size
        // The keys of a session have no pauses between them, so no pause is required after a change.
        app.pauseMs = 0
        app.interface.now = { [unowned self] in now }
        if let pictures { show(in: pictures) }
    }

    private func show(in pictures: PlayedPictures) {
        app.theme = pictures.theme
        app.toggleTheme = { [unowned self] in
            pictures.toggleTheme()
            app.theme = pictures.theme
        }
    }

    /// Plays the session.
    ///
    /// - Returns: the exit status of the program.
    /// - Throws: ``PlayedSession/Failure`` if a step can't be performed, and the errors of writing.
    public func run() throws -> Int32 {
        watch()
        loop.beforePoll { [unowned self] in finishTurn() }
        loop.run()
        program.release()
        if let failure { throw failure }
        return status ?? 0
    }

    private func finishTurn() {
        guard status == nil else { return }
        do {
            while true {
                if program.update() { draw() }
                if program.exitStatus != nil { break }
                if settling?.goOn() == false { return }
                settling = nil
                guard let step = steps.popFirst() else { break }
                try perform(step)
            }
        } catch {
            failure = error
        }
        end()
    }

    private func end() {
        timer?.cancel()
        status = program.exitStatus ?? 0
        program.close { [loop] in loop.stop() }
    }

    private func draw() { frame = app.frame(on: Canvas(app.size)) }

    // MARK: Steps

    private func perform(_ step: PlayedStep) throws {
        switch step {
        case .press(let keys): for key in keys { program.handle(.key(key)) }
        case .click(let text): try click(text)
        case .resize(let size): app.size = size
        case .settle:
            now += Self.stepMs
            settling = Settling(app)
            watch()
        case .frame(let title):
            draw()
            let played = PlayedFrame(title: title, frame: frame)
            try pictures?.add(played)
            try write(played)
        }
    }

    private func click(_ text: String) throws(PlayedSession.Failure) {
        for (y, line) in lines.enumerated() {
            guard let place = line.firstRange(of: text) else { continue }
            let before = TextWidth.columns(of: String(line[..<place.lowerBound]))
            let point = Point(before + TextWidth.columns(of: text) / 2, y)
            program.handle(.mouse(MouseEvent(.press, at: point)))
            program.handle(.mouse(MouseEvent(.release, at: point)))
            return
        }
        throw PlayedSession.Failure(reason: "the screen does not show \(text)")
    }

    /// The text of the screen, line by line.
    private var lines: [String] { (0..<frame.size.height).map(frame.text(ofRow:)) }

    /// Ends the program if a step does not settle.
    private func watch() {
        timer?.cancel()
        timer = loop.schedule(afterMilliseconds: timeoutMs) { [unowned self] in
            guard status == nil else { return }
            failure = PlayedSession.Failure(
                reason: "a step has not settled in \(timeoutMs / 1_000) seconds; \(steps.count) were left")
            end()
        }
    }
}
