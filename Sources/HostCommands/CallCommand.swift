import ArgumentParser
import EventLoop
import FeatureKit
import Hosting
import JSON

/// `featurehost call`: opens a feature, sends actions, waits, prints.
struct CallCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "call",
        abstract: "Opens a feature, sends it actions, waits until it has settled, and prints its state as JSON.",
        discussion: """
            Each action is a name, followed by its params as words or as one JSON object; \
            those behind the feature are what it is opened with. \
            key=value is text, or what the action's schema wants instead: a number, or ids=2,3 for a list of texts. \
            key:=value is JSON: value:=true. Nested members are written a.b=value. \
            An action of a child has the path to it in front: counter2/incrementButtonTapped, \
            presentation/submit, todos/1/setTitle; its values are text, or JSON behind :=. \
            After an action that is refused, no other is sent.

              featurehost call gallery:counter incrementButtonTapped --get /count
              featurehost call gallery:posts outcome=alert delayMs:=100 --get /posts/phase
              featurehost call -w tasks.json tasks insertItem value.title='Buy milk' --get /items

            With --run the feature is a dialog: the actions are what a person would do in it, and what is printed is \
            what it hands on, a form's values or a chosen row.

              featurehost call -w tasks.json --run newTask setValue path=/title value='Buy milk' submit

            Exit status of a dialog: 0 if it was completed; 1 if it was cancelled, has failed or is still open; \
            124 if the time was over. Of others: 0 if all went well; 1 if an action was refused, the state or a part of it shows an error, \
            or a form was submitted that is not right; \
            2 if the workspace can't be used; 64 if the words of the command are wrong.
            """)

    @OptionGroup var source: WorkspaceOption

    @Flag(name: .customLong("run"), help: "Run the feature as a dialog, and print its output.")
    var isDialog = false

    @Option(help: "A JSON Pointer to the part of the state, or of a dialog's output, to print.")
    var get: String?

    @Option(help: "How long to wait for each action to settle, or for a dialog to end, in milliseconds.")
    var timeout = 30_000

    @OptionGroup var trace: TraceOption

    @Argument(help: "The feature to open.")
    var feature: String

    @Argument(help: "What it is opened with, and actions: [PARAMS] [[CHILD/]ACTION [PARAMS]] …")
    var actions: [String] = []

    func run() throws {
        let seed = UInt64.random(in: .min ... .max)
        let catalog: Catalog
        do {
            catalog = try CatalogLoader.load(
                source.workspace, withGallery: source.gallery, seed: seed, stateFolder: source.stateFolder)
        } catch {
            StandardError.print(error.description)
            throw ExitCode(2)
        }
        let known = catalog[feature]?.description.actions ?? []
        let (opening, steps): (JSONText, [CallStep])
        let pointer: JSONPointer?
        do {
            (opening, steps) = try CallStep.parse(actions, of: feature) { name in
                known.first { $0.name == name }?.params.value
            }
            pointer = try get.map { try JSONPointer(parsing: $0) }
        } catch {
            throw ValidationError("\(error)")
        }
        let caller = try Caller(catalog: catalog, isDialog: isDialog, isTraced: trace.isOn)
        throw ExitCode(try caller.run(feature, opening, steps, get: pointer, timeoutMs: timeout))
    }
}
