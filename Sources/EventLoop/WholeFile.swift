import Glibc
public import SystemPackage

/// Small files and folders, read at once by whoever has nothing else to do meanwhile.
public enum WholeFile {
    /// All bytes of a file.
    ///
    /// - Throws: why it can't be read.
    public static func read(_ path: String) throws(Errno) -> [UInt8] { try read(path, upTo: .max) }

    /// The first bytes of a file.
    ///
    /// - Throws: why it can't be read.
    public static func read(_ path: String, upTo limit: Int) throws(Errno) -> [UInt8] {
        do {
            let file = try FileDescriptor.open(FilePath(path), .readOnly, options: .closeOnExec)
            return try file.closeAfter { try read(file, upTo: limit) }
        } catch let error as Errno {
            throw error
        } catch {
            throw .ioError
        }
    }

    /// The first bytes of what is open, which may be a pipe.
    ///
    /// - Throws: why it can't be read.
    public static func read(_ file: FileDescriptor, upTo limit: Int) throws(Errno) -> [UInt8] {
        do {
            var bytes: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            while bytes.count < limit {
                let count = try buffer.withUnsafeMutableBytes { try file.read(into: $0) }
                if count == 0 { break }
                bytes.append(contentsOf: buffer[..<min(count, limit - bytes.count)])
            }
            return bytes
        } catch let error as Errno {
            throw error
        } catch {
            throw .ioError
        }
    }

    /// Puts a file in the place of the one that is there, or of none: others see the old bytes or the new ones, and nobody
    /// but the owner can read them.
    ///
    /// - Throws: why that can't be done; the old file is as it was.
    public static func replace(_ path: String, with bytes: [UInt8]) throws(Errno) {
        let new = "\(path).\(OwnProcess.id).tmp"
        do {
            let file = try FileDescriptor.open(
                FilePath(new), .writeOnly, options: [.create, .truncate, .closeOnExec, .noFollow],
                permissions: .ownerReadWrite)
            try file.closeAfter {
                _ = try file.writeAll(bytes)
                _ = try check(fsync(file.rawValue))
            }
            _ = try check(rename(new, path))
        } catch {
            unlink(new)
            throw error as? Errno ?? .ioError
        }
    }

    /// Makes a folder, and those that it is in, where they are not there.
    ///
    /// - Throws: why that can't be done.
    public static func makeFolder(_ path: String) throws(Errno) {
        if path.isEmpty || isFolder(path) { return }
        try makeFolder(FilePath(path).removingLastComponent().string)
        if mkdir(path, 0o700) != 0, errno != EEXIST { throw Errno(rawValue: errno) }
    }

    /// Whether there is a folder at a path.
    public static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Takes a file away, where it is there and that may be done.
    public static func remove(_ path: String) { unlink(path) }

    /// The names of the folders in a folder, in their order, without those that begin with a dot; none where it is not
    /// there.
    ///
    /// - Throws: why it can't be read.
    public static func folders(in path: String) throws(Errno) -> [String] {
        let all: [String]
        do throws(Errno) {
            all = try names(in: path)
        } catch {
            if error == .noSuchFileOrDirectory { return [] }
            throw error
        }
        let folders = all.filter { name in
            var status = stat()
            if name.hasPrefix(".") || stat("\(path)/\(name)", &status) != 0 { return false }
            return status.st_mode & S_IFMT == S_IFDIR
        }
        return folders.sorted()
    }

    /// Takes a folder away with all that is in it, as far as that may be done.
    public static func removeFolder(_ path: String) {
        for name in (try? names(in: path)) ?? [] where name != "." && name != ".." {
            // A link is taken away, and not followed.
            if unlink("\(path)/\(name)") != 0 { removeFolder("\(path)/\(name)") }
        }
        rmdir(path)
    }

    /// The names of all that is in a folder, `.` and `..` included.
    private static func names(in path: String) throws(Errno) -> [String] {
        guard let entries = opendir(path) else { throw Errno(rawValue: errno) }
        defer { closedir(entries) }
        var names: [String] = []
        while let entry = readdir(entries) {
            names.append(
                withUnsafePointer(to: &entry.pointee.d_name) { field in
                    field.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                })
        }
        return names
    }
}
