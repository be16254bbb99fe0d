import ArgumentParser
import FHEventLoop
import FHHosting
import FHJSON
import FHPeers
import FHRecording
import FHWorkspaces
import Logging

/// `featurehost replay`: replays a recording, and reports the first difference.
struct ReplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Replays a recording of `serve --record` and compares the output.",
        discussion: """
            The host receives the recorded input in the recorded order, and nothing else: no file is read, no command \
            is run and no plugin is started. The first difference between the output and the recording is printed.

            Sessions are numbered from 1: the session on standard input and output is 1; on a socket, connections \
            are numbered in their order.

            Examples:
              featurehost replay today.recording
              featurehost replay today.recording --output 1

            Exit status:
              0    no difference
              1    a difference
              2    the file can't be played
              64   usage error
            """)

    enum FramingName: String, ExpressibleByArgument, CaseIterable {
        case lines, headers
    }

    @Argument(help: "Recording to replay.")
    var file: String

    @Option(
        name: .long, parsing: .singleValue,
        help: ArgumentHelp("Secret that the recording omits, by its number.", valueName: "number=value"))
    var secret: [String] = []

    @Option(help: "Framing of the replayed input, instead of the recorded one.")
    var framing: FramingName?

    @Option(
        help: ArgumentHelp(
            "Write the output of session N to standard output.", valueName: "session-number"))
    var output: Int?

    func validate() throws {
        _ = try secrets()
        if let output, output < 1 { throw ValidationError("--output is \(output); sessions are numbered from 1") }
    }

    func run() throws {
        let bytes: [UInt8]
        do {
            bytes = try WholeFile.read(file)
        } catch {
            throw unusable(["can't be read: \(error)"])
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
            throw unusable([failure.description])
        } catch let failure as CatalogLoader.Unusable {
            throw unusable(["has a workspace that can't be used here:"] + failure.lines)
        }
    }

    /// Prints an error about the recording, and returns the exit status.
    ///
    /// - Parameter lines: the error message. The name of the file is put before the first line.
    private func unusable(_ lines: [String]) -> ExitCode {
        StandardError.print(lines: ["\(file): \(lines[0])"] + lines.dropFirst())
        return ExitCode(2)
    }

    /// The secrets by number.
    private func secrets() throws -> [Int: String] {
        var secrets: [Int: String] = [:]
        for pair in secret {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let number = Int(parts[0]) else {
                throw ValidationError("--secret needs a number and a value, such as 1=open")
            }
            secrets[number] = String(parts[1])
        }
        return secrets
    }

    private func options() throws -> Replay.Options {
        var options = Replay.Options()
        options.secrets = try secrets()
        options.hasHeaders = framing.map { $0 == .headers }
        if let output {
            var filter = StandardOutput.isTerminal ? TerminalFilter(.frames) : nil
            options.onOutput = { session, bytes in
                if session == output { try? StandardOutput.write(bytes, &filter) }
            }
        }
        return options
    }

    private func report(_ outcome: Replay.Outcome) throws {
        guard let difference = outcome.difference else {
            if output == nil { try? StandardOutput.print("\(outcome.lineCount) lines, no difference") }
            return
        }
        StandardError.print(lines: DifferenceReport(difference, in: file).lines)
        throw ExitCode(1)
    }
}
