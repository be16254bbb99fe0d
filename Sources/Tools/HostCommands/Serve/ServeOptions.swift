import ArgumentParser
import FHCommands
import FHEventLoop
import FHHosting
import FHPeers
import FHRecording
import FHServing
import FHUnixSockets
import Logging
import SystemPackage

/// The options of `featurehost serve`.
struct ServeOptions: Equatable {
    enum Clock: String, ExpressibleByArgument, CaseIterable {
        case real, virtual
    }

    var workspace: String?
    var withGallery = false
    /// True if the workspace's programs run only if the user trusts the workspace.
    var requiresTrust = false
    var folders = DataFolders()
    /// The path of the socket; nil for a session on standard input and output.
    var socket: String?
    /// True if a host on a socket ends when it is unused.
    var endsWhenUnused = false
    var clock = Clock.real
    var seed: UInt64?
    /// The path of the recording; nil for none.
    var recording: String?
    var logLevel = Logger.Level.warning
    var isTraced = false

    init() {}

    /// Parses simple command lines without ArgumentParser.
    ///
    /// Returns nil for all other command lines, which may be valid too.
    init?(plain words: some Sequence<String>) {
        var words = words.makeIterator()
        guard words.next() == "serve" else { return nil }
        while let word = words.next() {
            if word == "--gallery" {
                withGallery = true
                continue
            }
            if word == "--require-trust" {
                requiresTrust = true
                continue
            }
            guard let value = words.next(), !value.hasPrefix("-") else { return nil }
            switch word {
            case "--socket": socket = value
            case "-w", "--workspace": workspace = value
            case "--state-dir": folders.state = value
            case "--data-dir": folders.data = value
            case "--record": recording = value
            case "--clock":
                guard let clock = Clock(rawValue: value) else { return nil }
                self.clock = clock
            case "--seed":
                guard let seed = UInt64(value) else { return nil }
                self.seed = seed
            default: return nil
            }
        }
    }

    /// Serves one session on standard input and output, or several sessions on a socket.
    ///
    /// - Returns: the exit status.
    func serve() -> Int32 {
        do {
            return try socket.map(serve) ?? serveStandardStreams()
        } catch let error as CatalogLoader.Unusable {
            StandardError.print(lines: error.lines)
            return 2
        } catch let failure as HostSocket.Failure {
            StandardError.print(lines: failure.messages)
            return 1
        } catch {
            StandardError.print("featurehost: \(error)")
            return 1
        }
    }

    private func serveStandardStreams() throws -> Int32 {
        // Standard output is only for the protocol, and other work could print to it. So it is taken first.
        let wire = try StdioWire.take()
        let file = try workspace.map { try CatalogLoader.File($0) }
        var options = hostOptions
        let recorder = try record(options, file)
        options.tape = recorder
        let server = try StdioServer(catalog: try catalog(options, file), options: options, wire: wire, log: log)
        defer { recorder?.finish() }
        return server.run()
    }

    private func serve(on path: String) throws -> Int32 {
        var options = hostOptions
        options.lifetime = endsWhenUnused ? .use : .signal
        let file = try workspace.map { try CatalogLoader.File($0) }
        options.limits.maxSessions = SocketServer.maxSessions
        let recorder = try record(options, file)
        options.tape = recorder
        defer { recorder?.finish() }
        let catalog = try catalog(options, file)
        let server: SocketServer
        do throws(UnixListener.Failure) {
            server = try SocketServer(catalog: catalog, options: options, path: path, log: log)
        } catch {
            recorder?.remove()
            throw HostSocket.Failure(HostSocket.describe(error, at: path))
        }
        // The line is for a process that waits until the host listens. If there is no such process, a failed write must
        // not be an error.
        try? StandardOutput.print("featurehost listens on \(path)")
        return server.run()
    }

    private var hostOptions: Host.Options {
        var options = Host.Options()
        options.isClockVirtual = clock == .virtual
        options.isTraced = isTraced
        options.servePeople()
        options.startsAhead = true
        options.seed = seed ?? .random(in: .min ... .max)
        return options
    }

    private var log: () -> Logger {
        { [logLevel] in ErrorLog.make(logLevel) }
    }

    private func catalog(_ options: Host.Options, _ file: CatalogLoader.File?) throws -> Catalog {
        try CatalogLoader.load(
            file, withGallery: withGallery, seed: options.seed, folders: folders, requiresTrust: requiresTrust,
            readsInOrder: options.isClockVirtual, tape: options.tape)
    }

    /// Starts the recording, if one is requested.
    private func record(_ options: Host.Options, _ file: CatalogLoader.File?) throws -> Recorder? {
        guard let recording else { return nil }
        // If the workspace is unusable, this fails before a recording is started.
        let catalog = try catalog(options, file)
        let header = RecordingHeader(
            options, path: file?.path, workspace: file.map { String(decoding: $0.bytes, as: UTF8.self) },
            hasGallery: withGallery, manifests: catalog.manifests)
        do throws(Errno) {
            return try Recorder(recording, header) { why in
                StandardError.print("featurehost: the recording \(recording) ends here: \(why)")
            }
        } catch {
            let advice = error == .fileExists ? "; name a file that is not there yet" : ""
            throw CatalogLoader.Unusable(lines: ["\(recording): can't be recorded to: \(error)\(advice)"])
        }
    }
}
