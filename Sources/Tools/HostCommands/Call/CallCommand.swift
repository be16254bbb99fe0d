import ArgumentParser
import FHEventLoop
import FHHosting
import FHJSON
import FeatureKit

/// `featurehost call`: opens a feature, sends actions, waits until it has settled, and prints its state.
struct CallCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "call",
        abstract: "Opens a feature, sends it actions, waits until it has settled, and prints its state as JSON.",
        discussion: """
            An action is a name, followed by its params. Params right after the feature are its opening params. An \
            unknown param is refused before anything is sent; after a refused action no further action is sent.

              key=value       a string, or a value of the type in the action's schema;
                              ids=2,3 is a list of strings
              key:=value      JSON, such as done:=true
              a.b=value       a nested member
              key@FILE        the text of a file, of standard input (key@-) or a variable
                              (key@env:NAME), without the final newline; key:@FILE is JSON
              {"key":"value"} all params as one JSON object

            Pass secrets with @, because other users can read the arguments of a process. Prefix a feature of a \
            plugin with the plugin: plugin:feature. Prefix an action with the path of the child: \
            counter2/incrementButtonTapped, presentation/submit, todos/1/setTitle; its values are strings, or JSON \
            after :=.

            The output is the state. --get selects a part of the state, or of the snapshot that contains it: /errors, \
            /unavailable, /presentation. With --run the feature is a dialog, the actions replace the user, and the \
            output is that of the feature: the values of a form, or a chosen row. With --socket the call uses a \
            running host, with its own instance or the shared one of --instance.

            Examples:
              featurehost call gallery:counter incrementButtonTapped --get /count
              featurehost call gallery:posts outcome=alert delayMs:=100 --get /posts/phase
              featurehost call -w tasks.json tasks insertItem value.title='Buy milk'
              featurehost call -w tasks.json --run task setValues values.title=Tea submit
              featurehost call --socket my.sock --instance ours tasks deleteItems ids=2,3
              pass show tide |
                featurehost call -w my.json logIn setSecret path=/password value@- submit

            Exit status:
              0    success; with --run, the dialog was completed
              1    the feature doesn't exist, an action was refused, the state shows an
                   error, a submitted form is not valid, the feature has not settled in
                   time, --get finds nothing, the host is gone, or the output can't be
                   written; with --run, the dialog was cancelled, has failed or is
                   still open
              2    the workspace can't be used, or no host listens on the socket
              3    the only error is a conflict with a change by others: edit again
              64   usage error
              124  the host does not answer in time; with --run, the timeout of the dialog
                   has expired
            """)

    @OptionGroup var source: WorkspaceOption

    @Option(help: "Socket of a running host; without it the call starts a host.")
    var socket: String?

    @Option(help: "With --socket, the instance to use; it is opened if it is not open.")
    var instance: String?

    @Flag(help: "With --socket, leave the instance open.")
    var keep = false

    @Flag(name: .customLong("run"), help: "Run the feature as a dialog and print its output.")
    var isDialog = false

    @Option(help: "JSON Pointer to the part of the state, snapshot or dialog output to print.")
    var get: String?

    @Flag(help: "Print the snapshot instead of the state; --get selects a part of it.")
    var snapshot = false

    @Option(help: "Timeout of each action or answer, or of a dialog, in milliseconds.")
    var timeout = 30_000

    @OptionGroup var trace: TraceOption

    @Argument(help: "The feature to open.")
    var feature: String

    @Argument(help: "Opening params and actions: [PARAMS] [[CHILD/]ACTION [PARAMS]] …")
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
        // Errors in the arguments are reported before the host is started.
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
            // Unreadable files and variables are reported before the host is started.
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
            throw ExitCode(failure.isTimeout ? CallReport.timedOut : 2)
        }
        throw ExitCode(try caller.run(feature, actions, given, get: part))
    }

    /// The pointer to the part to print; nil to print everything.
    private func pointer() throws -> JSONPointer? {
        guard let get else { return nil }
        return try JSONPointer(parsing: get)
    }

    private func ownCaller() throws -> Caller {
        let file = try source.workspace.map { try CatalogLoader.File($0) }
        let catalog = try CatalogLoader.load(
            file, withGallery: source.gallery, seed: .random(in: .min ... .max), folders: source.folders)
        let host = try OwnHost(catalog: catalog, isTraced: trace.isOn)
        // The instance has the name of the feature, so that messages are readable.
        return Caller(to: host, catalog, instance: feature, isDialog: isDialog, timeoutMs: timeout, advice: advice)
    }

    /// A text that is added to the error if the feature is not found; nil if there is none.
    private var advice: String? {
        if source.workspace == nil { return "-w names a workspace" }
        if source.gallery { return nil }
        let isOfGallery = HostProcess.features.gallery().contains { $0.id == feature }
        return isOfGallery ? "--gallery serves the gallery too" : nil
    }

    private func remoteCaller(_ path: String) throws -> Caller {
        let socket = try HostSocket(path: path).connect(waitingAtMost: HostExchange.waitMs(timeout))
        let host = try SocketHost(socket)
        // The name must be unique on the host, and readable in messages.
        let own = "\(feature)-\(String(UInt64.random(in: .min ... .max), radix: 36))"
        return Caller(
            to: host, nil, instance: instance ?? own, isKept: keep, isDialog: isDialog, timeoutMs: timeout)
    }
}
