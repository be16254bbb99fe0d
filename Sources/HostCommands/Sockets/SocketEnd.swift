import Glibc
import SystemPackage

/// A socket's half that is written to.
enum SocketEnd {
    /// Says that nothing more will be written; what the other side says can still be read.
    static func close(_ socket: FileDescriptor) {
        shutdown(socket.rawValue, Int32(SHUT_WR))
    }
}
