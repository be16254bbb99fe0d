import FHJSON
public import FHTerminalClient

/// The features of a host as a dialog of lines: says what there is, and handles the lines that the user types.
///
/// It does no input or output, and has no clock: its owner passes on the lines, calls ``update(now:)`` after the
/// host's messages, and writes the text. Nothing is written while a prompt waits for a line: changes in the meantime
/// are said behind the line.
///
/// ```swift
/// let dialog = PlainDialog(session)
/// dialog.enter("open 1", isShown: false)
/// dialog.update(now: 0)
/// write(dialog.takeText())
/// ```
public final class PlainDialog {
    /// The session with the host.
    public let session: Session
    /// The status with which the program ends; nil while it runs.
    public internal(set) var exitStatus: Int32?
    /// The last message of the session to the user.
    public private(set) var message = ""
    /// Leaves the shown feature; nil to return to the catalog.
    public var leave: (() -> Void)? {
        get { owner.leave }
        set { owner.leave = newValue }
    }
    /// Connects again after the host has ended, by ``Session/replace(connection:)``; nil if that is not possible.
    public var reconnect: (() -> Void)? {
        get { decisions.reconnect }
        set { decisions.reconnect = newValue }
    }
    /// Records that the user trusts the host's workspace, and returns an error message, or nil for success.
    ///
    /// If there is no function, the user is not asked whether to trust the workspace.
    public var trust: (() -> String?)? {
        get { decisions.trust }
        set { decisions.trust = newValue }
    }

    /// Returns true if the program has ended for another reason, so that nothing more is said.
    public var isOver: () -> Bool {
        get { owner.isOver }
        set { owner.isOver = newValue }
    }

    /// The name of the shown instance; nil while the catalog is shown.
    var instance: String?
    /// The functions that the owner of this object provides.
    var owner = OwnerFunctions()
    /// The decisions of the user about the program and the host.
    let decisions: UserDecisions
    /// The state that the views keep.
    let memory = PlainMemory()
    private var transcript = Transcript()
    private var input = LineQueue()
    private var notice = WorkNotice()
    /// The messages that are said before the next prompt.
    private var messages: [String] = []
    /// The view that was said last, with its page; nil before the first one.
    private var heard: Heard?

    /// A view with the page that the user has read.
    private struct Heard {
        let view: any PlainView
        let page: Page
        /// The key of the question that was asked last; nil if none was.
        var asked: String?
        /// True if the whole page is said next.
        var isOutdated = false
    }

    /// Creates the dialog over a host; it begins with the catalog.
    public init(_ session: Session) {
        self.session = session
        decisions = UserDecisions(session)
        setUpDecisions()
        session.say = { [unowned self] text in
            message = text
            say(text)
        }
    }

    // MARK: The owner

    /// Takes a line of the user.
    ///
    /// - Parameter isShown: true if a terminal has shown the line behind the prompt.
    public func enter(_ line: String, isShown: Bool) { input.append(LineQueue.Line(text: line, isShown: isShown)) }

    /// Takes the end of the lines.
    public func endInput() { input.hasEnded = true }

    /// True if the dialog waits for a line, behind a prompt.
    public var isPrompting: Bool { transcript.isPrompting && input.isEmpty }

    /// True if the next line is a secret, which the terminal must not show.
    public var readsSecret: Bool { transcript.isPrompting && heard?.view.asking?.isSecret == true }

    /// Ends the line of the prompt, because the program ends.
    public func close() {
        if transcript.isPrompting { transcript.endPrompt(with: "") }
    }

    /// Removes and returns the text to write.
    public func takeText() -> String { transcript.take() }

    /// The time in milliseconds at which ``update(now:)`` has to be called even without a message of the host; nil for
    /// none.
    public var deadline: Int? { transcript.isPrompting ? nil : notice.deadline(hasLines: hasLines) }

    /// Handles the host's messages and the lines; called after a message, a line, and at the ``deadline``.
    public func update(now: Int) {
        session.receive()
        while exitStatus == nil, !owner.isOver() {
            if !transcript.isPrompting {
                // A dialog of a script has no catalog: before it is open, and after its end, there is nothing to say.
                if owner.leave != nil, session.end == nil, instance.flatMap(session.node) == nil { return }
                let view = view
                if waits(for: view, now: now) { return }
                view.prepare()
                session.receive()
                if waits(for: self.view, now: now) { return }
                present(self.view)
            }
            guard let line = input.next() else {
                if input.hasEnded { endWithInput() }
                return
            }
            take(line)
            session.receive()
        }
    }

    /// True if nobody can be asked to type: lines wait that were typed in advance, or no lines follow.
    private var hasLines: Bool { !input.isEmpty || input.hasEnded }

    // MARK: Words

    /// Says a text before the next prompt.
    func say(_ text: String) {
        if !text.isEmpty { messages.append(text) }
    }

    /// Says the whole page before the next prompt.
    func sayAgain() { heard?.isOutdated = true }

    private func waits(for view: any PlainView, now: Int) -> Bool {
        let (waits, line) = notice.update(
            view.work, isUnanswered: session.isWaiting, hasLines: hasLines, now: now)
        if let line { transcript.say(line) }
        return waits
    }

    /// Says the messages and the changes of the page, and asks for a line.
    private func present(_ view: any PlainView) {
        let page = view.page
        let isSame = isSameText(heard?.page.key, page.key) && heard?.isOutdated == false
        transcript.say(messages)
        messages = []
        if let heard, isSame {
            transcript.say(page.changes(since: heard.page, isQuiet: view.isQuiet))
        } else if let below = memory.below, isSameText(below.key, page.key), heard?.page.isOver == true,
            heard?.isOutdated == false
        {
            // The user has read this page before the sheet or the question over it.
            transcript.say(page.head + page.changes(since: below, isQuiet: view.isQuiet))
        } else {
            transcript.say(page.lines)
        }
        if !page.isOver { memory.below = page }
        let asking = view.asking
        if let asking, !isSame || !isSameText(heard?.asked, asking.key) { transcript.say(asking.lines) }
        transcript.prompt(asking?.prompt ?? page.prompt)
        heard = Heard(view: view, page: page, asked: asking?.key)
    }

    // MARK: Lines

    private func take(_ line: LineQueue.Line) {
        guard let heard else { return }
        notice.begin()
        let isSecret = heard.view.asking?.isSecret == true
        transcript.endPrompt(with: isSecret ? "" : line.isShown ? nil : line.text)
        let newest = view
        let page = newest.page
        let text = Vocabulary.trimmed(line.text)
        guard isSameText(page.key, heard.page.key) else {
            // The line was typed for something that is not there any more.
            let entered = isSecret ? "The line" : "“\(PlainText.line(LikelyName.shown(text)))”"
            if !text.isEmpty { say("\(entered) was not used, because something else has come up meanwhile:") }
            self.heard = nil
            return
        }
        let changes = page.changes(since: heard.page)
        if !changes.isEmpty {
            let isOfPeer = instance.flatMap(session.node)?.snapshot.isOfPeer == true
            transcript.say([isOfPeer ? "Changed by others:" : "Changed meanwhile:"] + changes)
        }
        self.heard = Heard(view: newest, page: page, asked: heard.asked)
        if let asking = heard.view.asking, let answer = answer(line.text, in: heard.view, isSecret: asking.isSecret) {
            return asking.answer(answer)
        }
        let isEmpty = text.isEmpty || text == ":"
        if isEmpty, heard.view.acceptEmptyLine() || !changes.isEmpty { return }
        if isEmpty { return say("Nothing has changed. ? lists what you can type.") }
        perform(Vocabulary.trimmed(text.hasPrefix(":") ? String(text.dropFirst()) : text), in: heard.view)
    }

    /// Returns the answer that a line gives to a question; nil if the line is a command.
    ///
    /// A command begins with a colon. An answer that begins with a colon gets another colon before it. A secret begins
    /// with a colon without that, unless it is a command, because it must not be quoted as an unknown word.
    private func answer(_ line: String, in view: any PlainView, isSecret: Bool) -> String? {
        let text = Vocabulary.trimmed(line)
        // The blanks at the ends of an answer belong to it.
        guard text.hasPrefix(":") else { return line }
        let rest = String(text.dropFirst())
        if isSecret, !isCommand(rest.hasPrefix(":") ? String(rest.dropFirst()) : rest, in: view) { return line }
        return rest.hasPrefix(":") ? rest : nil
    }

    /// Ends the program, because no lines follow.
    private func endWithInput() {
        let isLost = session.end == nil && session.hasUnsavedChanges
        close()
        if isLost { transcript.say("The input has ended. The unsaved changes are lost.") }
        exitStatus = 0
    }
}
