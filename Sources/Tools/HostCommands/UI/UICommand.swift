import ArgumentParser
import FHEventLoop
import FHJSON
import FHTerminalProgram
import FHTerminalScreen
import SystemPackage

/// `featurehost ui`: shows features in the terminal.
struct UICommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ui",
        abstract: "Shows features in the terminal: lists, forms, searches, flows and views.",
        discussion: """
            Without a feature the catalog is shown. Arguments after the feature are its opening params, as for \
            `featurehost call`: key=value, key:=JSON, key@FILE or a JSON object. The last line of the screen shows \
            the keys, and ? shows all of them. The user interface is drawn on the terminal itself, although standard \
            input and output may be pipes.

            Before programs of a workspace run, the workspace has to be trusted; see `featurehost trust`. --trust \
            and --run run them without a question.

            With --run the feature is a dialog: the command ends when the user has completed or left it, and prints \
            its output as JSON: the values of a form, or a chosen row. With --socket the features are those of a \
            running host, which other programs use too; --spawn starts one if none listens.

            --plain asks line by line, for screen readers and for terminals such as TERM=dumb. It reads lines from \
            standard input and writes lines to standard output, without control sequences, and says every state in \
            words. ? lists the words that can be typed. With --run the lines go to standard error, because the \
            output of the dialog goes to standard output.

            --play plays a session without a terminal and prints its frames. A session is a JSON array of steps:

              {"press": "down"}        a key, or an array of keys, such as "ctrl+s"
              {"type": "milk"}         the keys of a text
              {"click": "Submit"}      a click on the first place that shows the text
              {"resize": [120, 40]}    another size of the screen
              {"settle": true}         waits until the instances have settled
              {"frame": "A title"}     waits, and prints the screen under a title

            With --svg, the frames become pictures in a folder: the frame "A title" is in a-title.svg.

            The keys and colours can be changed in a configuration file. --print-config prints one with the \
            defaults, which explains itself. If the file has a fault, the defaults are used and a notice shows the \
            fault; --check-config reports all faults.

            Examples:
              featurehost ui
              featurehost ui -w tasks.json tasks
              featurehost ui --socket ~/.tasks.sock --spawn -w tasks.json
              task=$(featurehost ui -w tasks.json --run task values.title=Tea)
              featurehost ui --plain -w tasks.json tasks
              featurehost ui -w tasks.json --play session.json --size 100x30
              featurehost ui -w tasks.json --play session.json --svg pictures --theme light
              featurehost ui --print-config > ~/.config/featurehost/ui.toml

            Exit status:
              0    the user has quit; with --run, the dialog was completed
              1    the host is gone, or an argument can't be used; with --run, the dialog
                   was left or has failed
              2    the workspace, the session or the file of --config can't be used, no
                   host listens on the socket, or there is no terminal; with
                   --check-config, the configuration file has a fault
              3    with --run, the dialog has failed because of a change by others
              64   usage error
              124  the host on the socket does not answer in time; with --run, the timeout
                   of the dialog has expired
              130  with --run, the user pressed ctrl+c
              141  with --play and --plain, nobody reads the output

            If a signal ends the command, the exit status is the number of the signal plus 128.
            """)

    @OptionGroup var source: WorkspaceOption

    @Option(help: "Socket of a running host; without it, the command starts its own host.")
    var socket: String?

    @Flag(help: "With --socket, start a host if none listens.")
    var spawn = false

    @Flag(help: "Run the commands, operations and plugins of the workspace without a question.")
    var trust = false

    @Flag(name: .customLong("run"), help: "Run the feature as a dialog and print its output.")
    var isDialog = false

    @Option(help: "With --run, timeout of the dialog in milliseconds; none by default.")
    var timeout: Int?

    @Flag(help: "Ask line by line, for screen readers and simple terminals.")
    var plain = false

    @OptionGroup var playing: PlayOptions

    @OptionGroup(title: "Configuration") var configurationFile: ConfigurationOptions

    @Argument(help: "The feature to show.")
    var feature: String?

    @Argument(help: "Opening params of the feature.")
    var params: [String] = []

    func validate() throws {
        if spawn, socket == nil { throw ValidationError("--spawn needs --socket") }
        if socket != nil, !spawn, source.isGiven || trust {
            throw ValidationError("the host on the socket has a workspace of its own; --spawn starts one with yours")
        }
        if isDialog, feature == nil { throw ValidationError("--run needs a feature") }
        if plain, playing.session != nil { throw ValidationError("--plain and --play exclude each other") }
        if plain, configurationFile.path != nil {
            throw ValidationError("--config has keys and colours, which --plain does not use")
        }
        if isDialog, playing.session != nil { throw ValidationError("--play is for the user interface without --run") }
        if let timeout {
            if !isDialog { throw ValidationError("--timeout needs --run") }
            if timeout < 0 { throw ValidationError("--timeout is \(timeout); it has to be 0 or more milliseconds") }
        }
        // Errors in the arguments are reported before the host is started.
        do {
            _ = try openingParams(GivenTexts(areRead: false))
        } catch {
            throw ValidationError("\(error)")
        }
    }

    func run() throws {
        if let status = try configurationFile.run() { throw ExitCode(status) }
        do {
            let params = try openingParams(GivenTexts(areRead: true))
            throw ExitCode(try plain ? converse(params) : playing.session == nil ? show(params) : playSession(params))
        } catch let failure as HostFailure {
            StandardError.print(lines: failure.lines)
            throw ExitCode(failure.status)
        } catch let unusable as Terminal.Unusable {
            StandardError.print("featurehost: \(unusable.reason); --plain asks line by line instead")
        } catch let failure as ConfigurationFile.Failure {
            StandardError.print("featurehost: \(failure.messages[0])")
        } catch let failure as PlayedSession.Failure {
            StandardError.print("featurehost: \(failure.reason)")
        } catch let mistake as CallMistake {
            StandardError.print("featurehost: \(mistake)")
            throw ExitCode(CallReport.failed)
        }
        throw ExitCode(2)
    }

    /// Returns the opening params; nil if there are none.
    private func openingParams(_ given: GivenTexts) throws(CallMistake) -> JSONText? {
        guard let feature, !params.isEmpty else { return nil }
        let (opening, steps) = try CallStep.parse(params, of: feature, given, schema: { _ in nil })
        if let step = steps.first {
            throw CallMistake("\(step.action) is no opening param, such as key=value; actions are for featurehost call")
        }
        return opening
    }

    private func task(_ params: JSONText?) -> Program.Task {
        guard let feature else { return .catalog }
        guard isDialog else { return .feature(feature, params?.value) }
        return .dialog(
            FeatureDialog.Request(feature: feature, params: params?.value ?? .emptyObject, timeoutMs: timeout))
    }

    // MARK: On the terminal

    private func show(_ params: JSONText?) throws -> Int32 {
        // From now on, typed keys are kept until the program reads them.
        let terminal = try Terminal()
        let held = HeldErrors()
        defer {
            ChildProcesses.shared.killAll()
            terminal.restore()
            if let text = held?.end(), !text.isEmpty { StandardError.print(page: text) }
        }
        let (configuration, notice) = try configurationFile.read(isPlayed: false)
        let loop = try PollLoop()
        let program = try Program(host(seed: .random(in: .min ... .max)), on: loop, task(params))
        program.configure(configuration, notice: notice)
        let status = try TerminalRunner(program, on: terminal, loop, theme: configuration.theme).run()
        if let text = held?.end(), !text.isEmpty { StandardError.print(page: text) }
        return try report(program.dialog, program.failure, status)
    }

    private func host(seed: UInt64) -> UIHost {
        UIHost(socket: socket, spawns: spawn, source: source, requiresTrust: !trust && !isDialog, seed: seed)
    }

    /// Prints the output of a dialog, or the reason for the end.
    private func report(_ dialog: FeatureDialog?, _ failure: String?, _ status: Int32) throws -> Int32 {
        if let reason = failure ?? dialog?.problem { StandardError.print("featurehost: \(reason)") }
        if status == CallReport.timedOut, let feature, isDialog {
            StandardError.print(
                "featurehost: \(feature) had not ended when the time was over; --timeout gives it more")
        }
        if let output = dialog?.output, status == 0 { try StandardOutput.print(JSONText(output).string) }
        return status
    }

    // MARK: Line by line

    /// The exit status if the reader of the output has exited: 128 + the number of `SIGPIPE`, as with shells.
    private static let unread: Int32 = 141

    private func converse(_ params: JSONText?) throws -> Int32 {
        defer { ChildProcesses.shared.killAll() }
        let loop = try PollLoop()
        let program = try PlainProgram(host(seed: .random(in: .min ... .max)), on: loop, task(params))
        let runner = PlainRunner(program, input: FileDescriptor.standardInput.rawValue, on: loop) { text in
            // The output of a dialog goes to standard output.
            if isDialog { try StandardError.print(part: text) } else { try StandardOutput.print(part: text) }
        }
        do {
            let status = try runner.run()
            return try report(program.dialog, program.failure, status)
        } catch Errno.brokenPipe {
            return Self.unread
        }
    }

    // MARK: Without a terminal

    private func playSession(_ params: JSONText?) throws -> Int32 {
        defer { ChildProcesses.shared.killAll() }
        let session = try PlayedSession(playing.session ?? "")
        let (configuration, notice) = try configurationFile.read(isPlayed: true)
        let loop = try PollLoop()
        // With a fixed seed, the host generates the same ids in each run, so that the frames are the same too.
        let program = try Program(host(seed: 1), on: loop, task(params))
        program.configure(configuration, notice: notice)
        let pictures = try playing.pictures.pictures(configuration.theme)
        let player = Player(session, in: program, size: playing.screen, on: loop, pictures: pictures) { played in
            if pictures == nil { try StandardOutput.print(page: played.text) }
        }
        do {
            let status = try player.run()
            return try report(program.dialog, program.failure, status)
        } catch Errno.brokenPipe {
            return Self.unread
        }
    }
}
