import EventLoop
import SystemPackage

/// Standard input and output joined to a host's socket, byte by byte, until the host ends the session.
enum Bridge {
    /// Brings the session to its end.
    ///
    /// The end of the input is handed on, and what the host says after it is still brought out.
    /// - Returns: the exit status: 0, or 1 where the host or the reader of the output died.
    /// - Throws: `Errno` where the process has no descriptor left.
    static func run(_ wire: StdioWire, _ socket: FileDescriptor) throws -> Int32 {
        ignoreSIGPIPE()
        let loop = try PollLoop()
        var status: Int32 = 0
        let up = Relay(from: wire.input, to: socket, on: loop) { end in
            // Where the host takes no more, its own end tells why.
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
