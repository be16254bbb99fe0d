import Glibc
public import SystemPackage

/// Small files and folders, read at once by whoever has nothing else to do meanwhile.
public enum WholeFile {
    /// All bytes of a file.
    ///
    /// - Throws: why it can't be read.
    public static func read(_ path: String) throws(Errno) -> [UInt8] {
        do {
            let file = try FileDescriptor.open(FilePath(path), .readOnly, options: .closeOnExec)
            return try file.closeAfter {
                var bytes: [UInt8] = []
                var buffer = [UInt8](repeating: 0, count: 1 << 16)
                while true {
                    let count = try buffer.withUnsafeMutableBytes { try file.read(into: $0) }
                    if count == 0 { return bytes }
                    bytes.append(contentsOf: buffer[..<count])
                }
            }
        } catch let error as Errno {
            throw error
        } catch {
            throw .ioError
        }
    }

    /// Takes a file away, where it is there and that may be done.
    public static func remove(_ path: String) { unlink(path) }

    /// The names of the folders in a folder, in their order, without those that begin with a dot; none where it is not
    /// there.
    ///
    /// - Throws: why it can't be read.
    public static func folders(in path: String) throws(Errno) -> [String] {
        guard let entries = opendir(path) else {
            let error = Errno(rawValue: errno)
            if error == .noSuchFileOrDirectory { return [] }
            throw error
        }
        defer { closedir(entries) }
        var names: [String] = []
        while let entry = readdir(entries) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { field in
                field.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            var status = stat()
            if name.hasPrefix(".") || stat("\(path)/\(name)", &status) != 0 { continue }
            if status.st_mode & S_IFMT == S_IFDIR { names.append(name) }
        }
        return names.sorted()
    }
}
