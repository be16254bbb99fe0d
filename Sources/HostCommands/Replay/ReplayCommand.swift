import ArgumentParser
import EventLoop
import Hosting
import Logging
import SystemPackage

/// `featurehost replay`: plays a recording, and says where it goes another way.
struct ReplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Plays what `serve --record` has recorded.",
        discussion: """
            A host is given all that came from outside, in that order, and asks nobody for anything: no file is read, no \
            command run, no plugin started. What it says is compared with the recording.

            The status is 0 where both are the same, 1 at the first difference, and 2 where the file can't be played.
            """)

    enum FramingName: String, ExpressibleByArgument, CaseIterable {
        case lines, headers
    }

    @Argument(help: "The recording.")
    var file: String

    @Option(
        name: .long, parsing: .singleValue,
        help: ArgumentHelp("A secret that the recording leaves out, by its number.", valueName: "number=value"))
    var secret: [String] = []

    @Option(help: "Give frames in lines or with headers, whatever they had: lines or headers.")
    var framing: FramingName?

    @Option(help: "Write to standard output what the front end of this session is told.")
    var output: Int?

    func run() throws {
        let bytes: [UInt8]
        do {
            bytes = try WholeFile.read(file)
        } catch {
            throw unusable("can't be read: \(error)")
        }
        do {
            let replayer = try Replayer(bytes)
            let header = replayer.header
            let workspace = header.workspace.map {
                CatalogLoader.File(path: header.path ?? "", bytes: Array($0.utf8))
            }
            let catalog = try CatalogLoader.load(
                workspace, withGallery: header.hasGallery, seed: header.seed, folders: DataFolders(),
                installed: PluginFolder(manifests: header.manifests), tape: replayer)
            let replay = try Replay(catalog, replayer, try options()) { ErrorLog.make(.critical) }
            try report(try replay.run())
        } catch let failure as ReplayFailure {
            throw unusable(failure.description)
        } catch let failure as CatalogLoader.Unusable {
            throw unusable("has a workspace that can't be used here:\n\(failure.description)")
        }
    }

    private func unusable(_ what: String) -> ExitCode {
        StandardError.print("\(file): \(what)")
        return ExitCode(2)
    }

    private func options() throws -> Replay.Options {
        var options = Replay.Options()
        for pair in secret {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let number = Int(parts[0]) else {
                throw ValidationError("--secret needs a number and a value, such as 1=open")
            }
            options.secrets[number] = String(parts[1])
        }
        options.hasHeaders = framing.map { $0 == .headers }
        if let output {
            options.onOutput = { session, bytes in
                if session == output { _ = try? FileDescriptor.standardOutput.writeAll(bytes) }
            }
        }
        return options
    }

    private func report(_ outcome: Replay.Outcome) throws {
        guard let difference = outcome.difference else {
            if output == nil { try? StandardOutput.print("\(outcome.lineCount) lines, no difference") }
            return
        }
        StandardError.print(DifferenceReport(difference, in: file).text)
        throw ExitCode(1)
    }
}
