import Glibc
import SystemPackage

/// The write direction of a socket.
enum SocketEnd {
    /// Closes the write direction.
    ///
    /// Data from the other side can still be read.
    static func close(_ socket: FileDescriptor) {
        shutdown(socket.rawValue, Int32(SHUT_WR))
    }
}
