import ArgumentParser
import FHDeclarations
import FHEventLoop
import FHHosting
import FHJSON
import FHWorkspaces

/// `featurehost plugins`: lists the plugins and their problems.
struct PluginsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plugins",
        abstract: "Lists the installed plugins and those of a workspace, and checks them.",
        discussion: """
            Prints a line for each plugin: its name, where it is declared, the name and version that it reports, its \
            features, and the kinds of its sources. For a plugin with errors, the errors are printed instead, a line \
            each. Each plugin is started, asked for its features and sources, and ended; a request has a timeout of 5 \
            seconds.

            Examples:
              featurehost plugins
              featurehost plugins --workspace tasks.json --json

            Exit status:
              0    all plugins are valid
              1    a plugin has an error
              2    the workspace can't be used
              64   usage error
            """)

    @Option(name: [.long, .short], help: "Workspace file whose plugins are listed too.")
    var workspace: String?

    @OptionGroup var data: DataFolderOption

    @Flag(name: .customLong("no-run"), help: "Only read the manifests; run no plugin.")
    var isRunningNone = false

    @Flag(name: .customLong("json"), help: "Print one line of JSON.")
    var isJSON = false

    func run() throws {
        var reports: [PluginReport]
        let folder = DataFolders(data: data.folder).plugins
        do {
            reports = try declared()
            let named = Set(reports.compactMap(\.manifest))
            reports += try Self.installed(in: folder).filter { !named.contains($0.manifest ?? "") }
        } catch {
            StandardError.print(lines: error.lines)
            throw ExitCode(2)
        }
        if !isRunningNone { try Self.tryOut(&reports) }
        if isJSON {
            let text = JSONText.build { json in
                json.beginObject()
                json.key("plugins")
                json.beginArray()
                for report in reports { report.write(to: &json) }
                json.endArray()
                json.endObject()
            }
            try StandardOutput.print(text.string)
        } else {
            if !reports.isEmpty { try StandardOutput.print(lines: reports.flatMap(\.lines)) }
            if reports.isEmpty {
                let place = folder.path ?? "a folder that XDG_DATA_HOME or HOME would name"
                let nothing = workspace.map { "\($0) declares no plugin, and none" } ?? "no plugin"
                StandardError.print("featurehost: \(nothing) is installed in \(place)")
            }
        }
        if reports.contains(where: { !$0.mistakes.isEmpty }) { throw ExitCode(1) }
    }

    /// Returns the reports of the workspace's plugins, without the plugin that stores the host's own tables.
    private func declared() throws(CatalogLoader.Unusable) -> [PluginReport] {
        guard let workspace else { return [] }
        let loaded = try CatalogLoader.workspace(workspace, seed: 0, folders: DataFolders(data: data.folder))
        return loaded.plugins.filter(\.mayHaveFeatures).map { PluginReport($0, workspace: workspace) }
    }

    private static func installed(in folder: PluginFolder) throws(CatalogLoader.Unusable) -> [PluginReport] {
        guard let path = folder.path else { return [] }
        let names: [String]
        do {
            names = try WholeFile.folders(in: path)
        } catch {
            throw CatalogLoader.Unusable(lines: ["\(path): can't be read: \(error)"])
        }
        return names.map { name in
            switch folder.plugin(named: name) {
            case .found(let plugin): return PluginReport(plugin)
            case .wrong(let mistakes):
                let lines = mistakes.map { CatalogLoader.line(for: $0, in: path) }
                return PluginReport(name, manifest: mistakes.first?.file, mistakes: lines)
            case .absent(let what): return PluginReport(name, mistakes: ["\(path)/\(name): \(what)"])
            }
        }
    }

    /// Runs all plugins that can be run, the plugins of the workspace first.
    ///
    /// Plugins with the same name run separately.
    private static func tryOut(_ reports: inout [PluginReport]) throws {
        var left = Array(reports.indices.filter { reports[$0].declaration != nil })
        while !left.isEmpty {
            var names: Set<String> = []
            let now = left.filter { names.insert(reports[$0].name).inserted }
            left.removeAll(where: now.contains)
            let told = try PluginTrial.run(now.compactMap { reports[$0].declaration })
            for (place, entry) in zip(now, told) { reports[place].take(entry) }
        }
    }
}
