import Glibc
public import SystemPackage

/// Properties of the current process.
public enum OwnProcess {
    /// The process id.
    public static var id: Int { Int(getpid()) }

    /// The maximum number of open descriptors (`RLIMIT_NOFILE`).
    public static var maxDescriptors: Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue)), &limit) == 0 else { return .max }
        return Int(clamping: limit.rlim_cur)
    }

    /// The working directory; empty if the system does not report it.
    public static var folder: String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
            getcwd(buffer.baseAddress!, buffer.count).map { String(cString: $0) } ?? ""
        }
    }

    /// The maximum length of a line that can be written to standard error without waiting (`PIPE_BUF`, pipe(7)).
    public static let maxLogBytes = 4_096

    /// Writes a line of up to ``maxLogBytes`` to standard error.
    ///
    /// Drops the line if the write would have to wait for the reader.
    public static func log(_ line: [UInt8]) {
        precondition(line.count <= maxLogBytes, "a longer line would wait for its reader")
        guard isReady(2, POLLOUT) else { return }
        while write(2, line, line.count) < 0, errno == EINTR {}
    }

    /// The path of the executable; nil if the system does not report it.
    public static var executable: String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
            let count = readlink("/proc/self/exe", buffer.baseAddress!, buffer.count)
            return count > 0 ? String(decoding: UnsafeRawBufferPointer(buffer).prefix(count), as: UTF8.self) : nil
        }
    }

    /// Returns an environment variable; nil if it is not set.
    public static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    /// Returns an environment variable and unsets it, so that child processes don't inherit it.
    public static func takeVariable(_ name: String) -> String? {
        let value = variable(name)
        unsetenv(name)
        return value
    }

    /// True if a descriptor is open on a terminal.
    public static func isTerminal(_ file: FileDescriptor) -> Bool { isatty(file.rawValue) == 1 }

    /// The environment variables.
    ///
    /// If a name occurs several times, its first value is used.
    public static var environment: [String: String] {
        var variables: [String: String] = [:]
        var place = environ
        while let entry = place.pointee {
            place += 1
            guard let equals = strchr(entry, Int32(UInt8(ascii: "="))) else { continue }
            let bytes = UnsafeRawBufferPointer(start: entry, count: equals - entry)
            let name = String(decoding: bytes, as: UTF8.self)
            if variables[name] == nil { variables[name] = String(cString: equals + 1) }
        }
        return variables
    }
}
