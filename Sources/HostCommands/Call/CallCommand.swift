import ArgumentParser
import EventLoop
import FeatureKit
import Hosting
import JSON

/// `featurehost call`: opens a feature, sends actions, waits until it has settled, and prints its state.
struct CallCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "call",
        abstract: "Opens a feature, sends it actions, waits until it has settled, and prints its state as JSON.",
        discussion: """
            Each action is a name, followed by its params as words or as one JSON object; \
            those behind the feature are what it is opened with; \
            a param that the feature or the action doesn't have is refused before anything is sent. \
            key=value is text, or what the action's schema wants instead: a number, or ids=2,3 for a list of texts. \
            key:=value is JSON: value:=true. Nested members are written a.b=value. \
            key@FILE is the text of a file, key@- that of standard input, and key@env:NAME that of a variable, each \
            without the line break at its end, and :@ in place of @ is JSON from there. A secret is given so, since \
            others can read the words of a command. \
            A feature of a plugin has the plugin's name in front: plugin:feature. \
            An action of a child has the path to it in front: counter2/incrementButtonTapped, \
            presentation/submit, todos/1/setTitle; its values are text, or JSON behind :=. \
            After an action that is refused, no other is sent.

              featurehost call gallery:counter incrementButtonTapped --get /count
              featurehost call gallery:posts outcome=alert delayMs:=100 --get /posts/phase
              featurehost call -w tasks.json tasks insertItem value.title='Buy milk' --get /items

              pass show tide | featurehost call -w tide.json logIn setSecret path=/password value@- submit

            With --run the feature is a dialog: the actions are what a person would do in it, and what is printed is \
            what it hands on, a form's values or a chosen row.

              featurehost call -w tasks.json --run newTask setValue path=/title value='Buy milk' submit

            With --socket the host that listens there is called. The call has an instance of its own, unless it names one: \
            what it does in that one, all see who look at it.

              featurehost call --socket ~/.tasks.sock --instance tasks tasks insertItem value.title='Buy milk'

            What is printed is the state. --get names a part of it by a JSON Pointer, or else of the snapshot around it: \
            /errors, /unavailable, /presentation. With --snapshot the whole snapshot is printed.

            Exit status: 0 if all went well, which of a dialog is that it was completed; \
            1 if there is no such feature, an action was refused, the state or a part of it shows an error, \
            a form was submitted that is not right, it had not settled when the time was over, --get finds nothing, \
            the host is gone, or the result can't be written, \
            and of a dialog if it was cancelled, has failed or is still open; \
            2 if the workspace can't be used, or no host listens on the socket; \
            3 if all that failed is an edit of what others have changed meanwhile (conflict): look at it, and edit it again; \
            64 if the words of the command are wrong; 124 if the time of a dialog was over.
            """)

    @OptionGroup var source: WorkspaceOption

    @Option(help: "The path of a socket that a host listens on; without it a host is started for the call.")
    var socket: String?

    @Option(help: "With --socket, the instance that is meant: it is opened where it is not open.")
    var instance: String?

    @Flag(help: "With --socket, leave the instance open.")
    var keep = false

    @Flag(name: .customLong("run"), help: "Run the feature as a dialog, and print its output.")
    var isDialog = false

    @Option(help: "A JSON Pointer to the part of the state, of the snapshot, or of a dialog's output, to print.")
    var get: String?

    @Flag(help: "Print the snapshot in place of the state; --get is a part of it then.")
    var snapshot = false

    @Option(help: "How long to wait for each action to settle, or for a dialog to end, in milliseconds.")
    var timeout = 30_000

    @OptionGroup var trace: TraceOption

    @Argument(help: "The feature to open.")
    var feature: String

    @Argument(help: "What it is opened with, and actions: [PARAMS] [[CHILD/]ACTION [PARAMS]] …")
    var actions: [String] = []

    func validate() throws {
        if socket == nil {
            if instance != nil { throw ValidationError("--instance needs --socket") }
            if keep { throw ValidationError("--keep needs --socket") }
        } else if source.isGiven || trace.isOn {
            throw ValidationError("the host on the socket has its own workspace, folders and trace")
        }
        if snapshot, isDialog { throw ValidationError("--snapshot is for calls without --run, which print an output") }
        guard timeout >= 0 else {
            throw ValidationError("--timeout is \(timeout); it has to be 0 or more milliseconds")
        }
        // Errors in the arguments are reported before anything is started.
        do {
            _ = try pointer()
            _ = try CallStep.parse(actions, of: feature, GivenTexts(areRead: false), schema: { _ in nil })
        } catch {
            throw ValidationError("\(error)")
        }
    }

    func run() throws {
        let part = PrintedPart(pointer: try pointer(), isOfSnapshot: snapshot)
        let given = GivenTexts(areRead: true)
        let caller: Caller
        do {
            // Unreadable files and variables are reported before anything is started.
            _ = try CallStep.parse(actions, of: feature, given, schema: { _ in nil })
            caller = try socket.map(remoteCaller) ?? ownCaller()
        } catch let error as CatalogLoader.Unusable {
            StandardError.print(lines: error.lines)
            throw ExitCode(2)
        } catch let error as CallMistake {
            StandardError.print("featurehost: \(error)")
            throw ExitCode(CallReport.failed)
        } catch let failure as HostSocket.Failure {
            StandardError.print(lines: failure.messages)
            throw ExitCode(2)
        }
        throw ExitCode(try caller.run(feature, actions, given, get: part, timeoutMs: timeout))
    }

    /// The pointer to the part to print; nil for everything.
    private func pointer() throws -> JSONPointer? {
        guard let get else { return nil }
        return try JSONPointer(parsing: get)
    }

    private func ownCaller() throws -> Caller {
        let file = try source.workspace.map { try CatalogLoader.File($0) }
        let catalog = try CatalogLoader.load(
            file, withGallery: source.gallery, seed: .random(in: .min ... .max), folders: source.folders)
        let host = try OwnHost(catalog: catalog, isTraced: trace.isOn)
        // The instance has the name of the feature, for readable messages.
        return Caller(to: host, catalog, instance: feature, isDialog: isDialog, advice: advice)
    }

    /// A hint for a feature that is not found; nil if there is none.
    private var advice: String? {
        if source.workspace == nil { return "-w names a workspace" }
        if source.gallery { return nil }
        let isOfGallery = HostProcess.features.gallery().contains { $0.id == feature }
        return isOfGallery ? "--gallery serves the gallery too" : nil
    }

    private func remoteCaller(_ path: String) throws -> Caller {
        let host = try SocketHost(try HostSocket(path: path).connect())
        // The name has to be unique on the host, and readable in messages.
        let own = "\(feature)-\(String(UInt64.random(in: .min ... .max), radix: 36))"
        return Caller(to: host, nil, instance: instance ?? own, isKept: keep, isDialog: isDialog)
    }
}
