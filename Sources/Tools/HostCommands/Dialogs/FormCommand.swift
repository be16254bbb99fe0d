import ArgumentParser
import FHEventLoop
import FHHosting
import FHJSON
import FHPeers
import FHTerminalDialogs
import FHTerminalProgram
import FHTerminalScreen
import Logging
import SystemPackage

/// `featurehost form`: asks the user to fill in a form with several fields below the prompt.
struct FormCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "form",
        abstract: "Asks the user to fill in a form, and prints the values as assignments for a shell.",
        discussion: """
            A field is NAME[:TYPE[:MEMBER]…], or a JSON object as in a workspace. A type is \(FormField.types). A \
            member is a name such as required, or a name with a value, such as maxLength=80, default=low or \
            options=low,high.

            The form is drawn below the prompt, on the terminal itself. It is a feature of a host in this process, \
            which validates the values. A form of a workspace is shown with --workspace and --feature.

            The variable of a field has the name of the field, with _ in place of each character that is no letter \
            from a to z and no digit.

            Examples:
              answers=$(featurehost form --title 'New task' \\
                  --field title:text:required:maxLength=80 \\
                  --field priority:picker:options=low,normal,high:default=normal \\
                  --field done:toggle) && eval "$answers"
              featurehost form --json --field name --field password:secure
              featurehost form -w tasks.json --feature task --json

            Exit status:
              0    the form was submitted
              1    the form was left, or has failed
              2    there is no terminal, the workspace can't be used, or the output can't be
                   written
              3    the form has failed because of a change by others
              64   usage error
              124  the time of --timeout has passed
              130  the user pressed ctrl+c
            """)

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("A field: its name, its type, and members; or JSON.", valueName: "field"))
    var field: [String] = []

    @Option(parsing: .unconditional, help: ArgumentHelp("Title of the form.", valueName: "text"))
    var title = "Form"

    @Flag(help: "Print the values as a JSON object.")
    var json = false

    @Option(name: [.long, .short], help: "Workspace file with the form.")
    var workspace: String?

    @Option(help: "Id of the form in the workspace.")
    var feature: String?

    @Option(parsing: .unconditional, help: ArgumentHelp("Opening params of the form.", valueName: "json"))
    var params: String?

    @Option(help: ArgumentHelp("Time after which the form ends, such as 30s.", valueName: "duration"))
    var timeout: DialogDuration?

    func validate() throws {
        if (workspace == nil) != (feature == nil) || field.isEmpty == (workspace == nil) {
            throw ValidationError("form takes --field, or --workspace and --feature")
        }
        if params != nil, workspace == nil { throw ValidationError("--params needs --workspace") }
        _ = try opening()
        let fields = try declared()
        if !json, let mistake = FormAnswer.mistake(inNames: fields.map(\.name)) {
            throw ValidationError("\(mistake); name it otherwise, or give --json")
        }
    }

    /// Returns the declared fields; empty for a form of a workspace.
    private func declared() throws -> [FormField] {
        var fields: [FormField] = []
        for text in field {
            do throws(FormField.Failure) {
                fields.append(try FormField(text))
            } catch {
                throw ValidationError(error.message)
            }
        }
        return fields
    }

    private func opening() throws -> JSONValue {
        guard let params else { return .emptyObject }
        do throws(JSONParseError) {
            return try JSONValue(parsing: params)
        } catch {
            throw ValidationError("--params is no JSON: it \(error.fault)")
        }
    }

    // MARK: Running

    func run() throws {
        let fields = try declared()
        let pipe = try fields.contains(where: \.isSecret) ? SecretPipe() : nil
        let file: CatalogLoader.File
        do throws(CatalogLoader.Unusable) {
            if let workspace {
                file = try CatalogLoader.File(workspace)
            } else {
                let text = FormField.workspace(fields, title: title, hasPipe: pipe != nil)
                file = CatalogLoader.File(path: "\(pipe?.folder ?? ".")/form", bytes: text.bytes)
            }
            _ = try CatalogLoader.workspace(file, seed: 1, folders: DataFolders(), installed: nil)
        } catch {
            StandardError.print(lines: error.lines.map(message))
            throw ExitCode(workspace == nil ? 64 : 2)
        }
        let request = FeatureDialog.Request(
            feature: feature ?? FormField.feature, params: try opening(), timeoutMs: timeout?.milliseconds)
        let status: Int32
        do {
            let (dialog, ended) = try show(file, request)
            status = ended
            if let problem = dialog?.problem { StandardError.print("featurehost: \(problem)") }
            leaveLine(status)
            if status == 0, let output = dialog?.output {
                try FormAnswer.print(pipe?.values() ?? output, asJSON: json)
            }
        } catch let unusable as Terminal.Unusable {
            StandardError.print("featurehost: \(unusable.reason)")
            throw ExitCode(2)
        } catch let failure as HostFailure {
            StandardError.print(lines: failure.lines.map(message))
            throw ExitCode(failure.status)
        } catch let error as Errno {
            StandardError.print("featurehost: the values can't be printed: \(error)")
            throw ExitCode(2)
        }
        throw ExitCode(status)
    }

    /// Returns the message for an error in the workspace.
    ///
    /// If this program has generated the workspace from the fields, the path of the workspace file is omitted.
    private func message(_ line: String) -> String {
        guard workspace == nil, let start = line.firstIndex(of: "/"), let end = line.firstRange(of: ": ") else {
            return line
        }
        return "featurehost: " + (start < end.lowerBound ? String(line[end.upperBound...]) : line)
    }

    private func show(
        _ file: CatalogLoader.File, _ request: FeatureDialog.Request
    ) throws -> (FeatureDialog?, Int32) {
        let terminal = try Terminal(.inline)
        let held = HeldErrors()
        defer {
            ChildProcesses.shared.killAll()
            terminal.restore()
            if let text = held?.end(), !text.isEmpty { StandardError.print(page: text) }
        }
        let loop = try PollLoop()
        let program = try Program(FormHost(file), on: loop, .dialog(request))
        let status = try TerminalRunner(program, on: terminal, loop).run()
        return (program.dialog, status)
    }

    /// Writes the line that stays on the terminal after the form, as after the other dialogs.
    private func leaveLine(_ status: Int32) {
        let name = workspace == nil ? title : feature ?? title
        let line: AnswerLine? =
            switch status {
            case 0: AnswerLine(name, "submitted")
            case DialogStatus.timedOut: AnswerLine(name, "timed out", .warning)
            case 1, DialogStatus.cancelled: AnswerLine(name, "cancelled", .warning)
            default: nil
            }
        if let line { DialogRunner(.standard).leave(line) }
    }
}

/// The host of a form, in this process.
private final class FormHost: HostSupply {
    private let file: CatalogLoader.File

    init(_ file: CatalogLoader.File) { self.file = file }

    /// False, because no trust is required: the user has named the workspace, or this program has generated it.
    var canTrust: Bool { false }

    func connect(on loop: PollLoop) throws(HostFailure) -> any ProgramConnection {
        let seed = UInt64.random(in: .min ... .max)
        let catalog: Catalog
        do throws(CatalogLoader.Unusable) {
            catalog = try CatalogLoader.load(file, withGallery: false, seed: seed, folders: DataFolders())
        } catch {
            throw HostFailure(error.lines, status: 2)
        }
        var options = Host.Options()
        options.seed = seed
        options.startsAhead = true
        let host = Host(catalog: catalog, options: options, loop: loop) { ErrorLog.make(.warning) }
        return LocalConnection(to: host, on: loop)
    }

    func trust(_ workspace: JSONValue) -> String? { nil }
}
