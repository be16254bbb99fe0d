import ArgumentParser
import EventLoop
import Gallery
import Hosting
import Logging

/// `featurehost serve`: a session on standard input and output.
struct ServeCommand: ParsableCommand {
    enum Clock: String, ExpressibleByArgument, CaseIterable {
        case real, virtual
    }

    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Answers JSON-RPC 2.0 on standard input and output.",
        discussion: """
            One JSON text a line, or Content-Length headers as language servers have them: the first byte decides.
            The log goes to standard error. The session ends with the input; then the host ends with status 0.
            """)

    @OptionGroup var source: WorkspaceOptions

    @Option(help: "The time that features live on: real, or virtual, which only clock/advance moves.")
    var clock = Clock.real

    @Option(help: "Where generated ids begin; the same seed gives the same ids.")
    var seed: UInt64?

    @Option(help: "How much is logged: trace, debug, info, notice, warning, error or critical.")
    var logLevel = Logger.Level.warning

    func run() throws {
        // Before anything else: nothing but the protocol may reach standard output.
        let wire = try StdioWire.take()
        var log = Logger(label: "featurehost") { StreamLogHandler.standardError(label: $0) }
        log.logLevel = logLevel
        var options = Host.Options()
        options.isClockVirtual = clock == .virtual
        options.seed = seed ?? .random(in: .min ... .max)
        let catalog = try source.catalog(seed: options.seed)
        let server = try StdioServer(catalog: catalog, options: options, wire: wire, log: log)
        let status = server.run()
        throw ExitCode(status)
    }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}
