import ArgumentParser
import FHEventLoop

/// `featurehost connect`: connects standard input and output to a host on a socket.
struct ConnectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "connect",
        abstract: "Connects standard input and output to a host on a socket.",
        discussion: """
            The input and output have the format of `featurehost serve`. The session ends when the input ends. Other \
            clients can have sessions with the same host.

            With --spawn a host is started if none listens; the arguments after -- are options of `featurehost serve`. \
            This host ends when no session and no kept instance is left. Its log is the file with the path of the \
            socket and the ending .log.

            Examples:
              featurehost connect --socket ~/.tasks.sock
              featurehost connect --socket ~/.tasks.sock --spawn -- --workspace tasks.json

            Exit status:
              0    the host ended the session
              1    the connection broke, or the reader of the output died
              2    no host listens, or none can be started
              64   usage error

            A crash of the host and an orderly end look alike: check for requests without an answer.
            """)

    @Option(help: "Path of the socket.")
    var socket: String

    @Flag(help: "Start a host if none listens.")
    var spawn = false

    @Argument(parsing: .postTerminator, help: "With --spawn, the options of `featurehost serve` for the host.")
    var options: [String] = []

    func validate() throws {
        guard spawn || options.isEmpty else { throw ValidationError("options of a host need --spawn") }
        // Errors in the options are reported here, because the spawned process has no terminal.
        guard spawn else { return }
        let host: ServeCommand
        do {
            host = try ServeCommand.parse(options)
        } catch {
            throw ValidationError(ServeCommand.message(for: error))
        }
        // Otherwise the host would listen on another path than the path to which this process connects.
        guard host.socket == nil else {
            throw ValidationError("the host that is started listens on \(socket); leave out --socket behind the --")
        }
    }

    func run() throws {
        do {
            let wire = try StdioWire.take()
            let host = HostSocket(path: socket)
            let socket = try spawn ? host.connect(orSpawn: options) : host.connect()
            throw ExitCode(try Bridge.run(wire, socket))
        } catch let failure as HostSocket.Failure {
            StandardError.print(lines: failure.messages)
            throw ExitCode(2)
        }
    }
}
