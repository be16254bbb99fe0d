import ArgumentParser
import EventLoop

/// `featurehost connect`: connects standard input and output to a host on a socket.
struct ConnectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "connect",
        abstract: "Joins standard input and output to a host that listens on a socket.",
        discussion: """
            Speaks as `serve` does, with a host that other front ends may have a session with too. \
            The session ends with the input.

            With --spawn a host is started where none listens, with the words behind -- as those of `serve`; it ends \
            with its last session and the last instance that is kept, and logs to the socket's path with .log behind it.

              featurehost connect --socket ~/.tasks.sock --spawn -- --workspace tasks.json

            Exit status: 0 if the host ended the session; 1 if the connection broke or the reader of the output died; 2 \
            if there is no host, or none can be started. Of a host that died it can't always be told from one that \
            ended the session: what was asked and is not answered tells.
            """)

    @Option(help: "The path of the socket.")
    var socket: String

    @Flag(help: "Start a host where none listens.")
    var spawn = false

    @Argument(parsing: .postTerminator, help: "With --spawn, options of `serve` for the host.")
    var options: [String] = []

    func validate() throws {
        guard spawn || options.isEmpty else { throw ValidationError("options of a host need --spawn") }
        // Errors in the options are reported here, since the spawned process has no terminal.
        guard spawn else { return }
        let host: ServeCommand
        do {
            host = try ServeCommand.parse(options)
        } catch {
            throw ValidationError(ServeCommand.message(for: error))
        }
        // The host would listen on another path than this process connects to.
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
