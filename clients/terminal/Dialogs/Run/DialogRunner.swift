public import FHTerminalScreen
import FHTerminalUI

/// The descriptors of the standard output and the standard error of the process.
///
/// The caller prints the results of dialogs. A dialog writes only the output of a command that runs beside it.
public struct DialogStreams: Sendable {
    /// The descriptor of standard output.
    public let output: Int32
    /// The descriptor of standard error.
    public let error: Int32

    /// Makes a pair of descriptors.
    public init(output: Int32, error: Int32) {
        self.output = output
        self.error = error
    }
}

/// Shows dialogs in the terminal of the process, and waits for their results.
///
/// ```swift
/// let runner = DialogRunner(streams)
/// let result = runner.run(ConfirmDialog(ConfirmOptions("Delete it?")))
/// ```
public final class DialogRunner {
    /// Events that an earlier dialog has not used.
    private var waiting: [InputEvent] = []
    private let streams: DialogStreams

    /// Creates a runner.
    public init(_ streams: DialogStreams) { self.streams = streams }

    // MARK: Results

    /// Runs a dialog until it is answered.
    ///
    /// Without a terminal, the result is ``Dialog/resultWithoutTerminal()``.
    public func run(_ dialog: some Dialog) -> DialogResult {
        if let result = dialog.result { return result }
        let terminal: DialogTerminal
        do throws(DialogTerminal.Failure) {
            terminal = try DialogTerminal(dialog.place, takesKeys: true)
        } catch {
            var result = dialog.resultWithoutTerminal()
            if error == .noPlaces, let message = result.message {
                result.message = "\(message) This terminal can't place its cursor; TERM says so."
            }
            return result
        }
        return DialogLoop(dialog, terminal, nil, streams).result(&waiting)
    }

    /// Runs a dialog that gets no keys, beside work such as a command.
    ///
    /// The command can read the keys. Without a terminal, the work runs without a drawn dialog.
    public func run(_ dialog: some Dialog, beside work: some DialogWork) -> DialogResult {
        if let result = dialog.result { return result }
        let terminal = try? DialogTerminal(dialog.place, takesKeys: false)
        return DialogLoop(dialog, terminal, work, streams).result(&waiting)
    }

    /// Runs a dialog that gets keys, beside work that reads the data of the dialog.
    ///
    /// Without a terminal, the result is ``Dialog/resultWithoutTerminal()``.
    public func run(_ dialog: some Dialog, reading work: some DialogWork) -> DialogResult {
        if let result = dialog.result { return result }
        guard let terminal = try? DialogTerminal(dialog.place, takesKeys: true, hasAltKeys: true) else {
            return dialog.resultWithoutTerminal()
        }
        return DialogLoop(dialog, terminal, work, streams).result(&waiting)
    }

    /// Runs a dialog with events instead of a terminal.
    ///
    /// After the last event, time passes until the dialog ends by itself. A dialog that shows the time never ends
    /// without a timeout. Commands of a filter are not run.
    ///
    /// - Parameters:
    ///   - size: the size of the terminal.
    ///   - show: called with each frame: before the first event, and after each.
    public func play(
        _ dialog: some Dialog, _ events: [InputEvent], size: Size = Size(80, 24), show: (Canvas) -> Void = { _ in }
    ) -> DialogResult {
        let theme = Theme.dialogs(.sixteen)
        let memory = Memory()
        func draw() {
            let wanted = dialog.place == .full ? size.height : dialog.height(width: size.width)
            let height = min(max(1, wanted), size.height)
            let canvas = Canvas(Size(size.width, height))
            var painter = Painter(canvas, theme: theme, memory: memory, focus: InputDialog.target) { _ in }
            dialog.draw(&painter, in: canvas.bounds)
            show(painter.canvas)
        }
        dialog.wake(now: 0)
        if dialog.result == nil { draw() }
        for event in events where dialog.result == nil {
            dialog.handle(event)
            if dialog.result == nil { draw() }
        }
        while dialog.result == nil, let deadline = dialog.deadline { dialog.wake(now: deadline) }
        return dialog.result ?? .failed("The keys have ended before the dialog was answered.")
    }

    /// Writes the line that stays on the terminal after a dialog which another program has shown.
    public func leave(_ line: AnswerLine) { (try? DialogTerminal(.inline, takesKeys: false))?.end(line) }
}
