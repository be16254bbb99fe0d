import Glibc

extension ZoneRules {
    /// The folder with the time zone files of the system.
    private static let folder = "/usr/share/zoneinfo/"
    /// The largest length of a time zone file in bytes; real ones have some thousands.
    private static let longest = 65_536

    /// Reads the rules of a time zone such as `Europe/Berlin` from the files of the system.
    ///
    /// Nil if there is no such zone. `UTC` needs no file.
    public static func named(_ name: String) -> ZoneRules? {
        if name == "UTC" { return utc }
        let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        let isPlain = parts.allSatisfy { part in
            part.first.map { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A } == true
                && part.allSatisfy { byte in
                    byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A || byte &- 0x30 < 10 || byte == UInt8(ascii: "_")
                        || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
                }
        }
        guard isPlain, name.utf8.count <= 100, let bytes = contents(of: folder + name) else { return nil }
        return ZoneRules(name: name, bytes)
    }

    /// Reads a small regular file; nil if there is none.
    private static func contents(of path: String) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= longest else {
            return nil
        }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        var count = 0
        while count < bytes.count {
            let length = bytes.withUnsafeMutableBytes { read(file, $0.baseAddress! + count, $0.count - count) }
            if length <= 0 { return nil }
            count += length
        }
        return bytes
    }
}
