import Glibc
public import SystemPackage

/// What a process knows of itself.
public enum OwnProcess {
    /// Its id.
    public static var id: Int { Int(getpid()) }

    /// How many descriptors it may have.
    public static var maxDescriptors: Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue)), &limit) == 0 else { return .max }
        return Int(clamping: limit.rlim_cur)
    }

    /// The folder that it works in; empty where the system does not say.
    public static var folder: String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
            getcwd(buffer.baseAddress!, buffer.count).map { String(cString: $0) } ?? ""
        }
    }

    /// How long a line may be that standard error takes without waiting (`PIPE_BUF`, pipe(7)).
    public static let maxLogBytes = 4_096

    /// Writes a line of up to ``maxLogBytes`` to standard error, or leaves it out where its reader would be waited for.
    public static func log(_ line: [UInt8]) {
        precondition(line.count <= maxLogBytes, "a longer line would wait for its reader")
        guard isReady(2, POLLOUT) else { return }
        while write(2, line, line.count) < 0, errno == EINTR {}
    }

    /// The file that it runs; nil where the system does not say.
    public static var executable: String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
            let count = readlink("/proc/self/exe", buffer.baseAddress!, buffer.count)
            return count > 0 ? String(decoding: UnsafeRawBufferPointer(buffer).prefix(count), as: UTF8.self) : nil
        }
    }

    /// One variable of its environment; nil where it is not there.
    public static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    /// One variable of its environment, which is taken out: what is started from now on does not get it.
    public static func takeVariable(_ name: String) -> String? {
        let value = variable(name)
        unsetenv(name)
        return value
    }

    /// Whether a descriptor is open on a terminal.
    public static func isTerminal(_ file: FileDescriptor) -> Bool { isatty(file.rawValue) == 1 }

    /// Its environment; of a variable that stands there twice the first one counts.
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
