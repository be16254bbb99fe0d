import FHEventLoop
import SystemPackage

/// Connects standard input and output to a host's socket, until the host ends the session.
enum Bridge {
    /// Relays bytes in both directions until the session has ended.
    ///
    /// The end of the input is forwarded to the host. Output of the host that arrives later is still written.
    ///
    /// - Returns: the exit status: 0, or 1 if the host or the reader of the output has died.
    /// - Throws: `Errno` if the process has no free descriptor.
    static func run(_ wire: StdioWire, _ socket: FileDescriptor) throws -> Int32 {
        ignoreSIGPIPE()
        let loop = try PollLoop()
        var status: Int32 = 0
        let up = Relay(from: wire.input, to: socket, on: loop) { end in
            // If the host accepts no more input, the reason is at the end of its output.
            if case .refused = end { return }
            SocketEnd.close(socket)
        }
        let down = Relay(from: socket, to: wire.output, on: loop) { end in
            switch end {
            case .source: break
            case .lost(let error):
                StandardError.print("featurehost: the host is gone: \(error)")
                status = 1
            case .refused: status = 1
            }
            loop.stop()
        }
        loop.run()
        withExtendedLifetime((up, down)) {}
        return status
    }
}
