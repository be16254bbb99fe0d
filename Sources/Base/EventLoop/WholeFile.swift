import Glibc
public import SystemPackage

/// Synchronous access to small files and folders, for callers that may block.
public enum WholeFile {
    /// Reads a whole file.
    ///
    /// - Throws: The system error.
    public static func read(_ path: String) throws(Errno) -> [UInt8] { try read(path, upTo: .max) }

    /// Reads at most `limit` bytes from the start of a file.
    ///
    /// - Throws: The system error.
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

    /// Reads at most `limit` bytes from an open file or pipe.
    ///
    /// - Throws: The system error.
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

    /// Creates or replaces a file atomically.
    ///
    /// Readers see either the old or the new bytes, and only the owner can read the file.
    ///
    /// - Throws: The system error. Then the old file is unchanged.
    public static func replace(_ path: String, with bytes: [UInt8]) throws(Errno) {
        let new = "\(path).\(OwnProcess.id).tmp"
        // An earlier process with the same id may have been killed before it renamed the file.
        unlink(new)
        do {
            // `exclusiveCreate` fails if another user has created the file meanwhile, so that file is never written to.
            let file = try FileDescriptor.open(
                FilePath(new), .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec],
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

    /// Creates a folder and its parents, unless they exist.
    ///
    /// - Throws: The system error.
    public static func makeFolder(_ path: String) throws(Errno) {
        if path.isEmpty || isFolder(path) { return }
        try makeFolder(FilePath(path).removingLastComponent().string)
        if mkdir(path, 0o700) != 0, errno != EEXIST { throw Errno(rawValue: errno) }
    }

    /// True if there is a folder at a path.
    public static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// True if the path names a device other than a terminal.
    public static func isDevice(_ path: String) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0 else { return false }
        switch status.st_mode & S_IFMT {
        case S_IFBLK: return true
        case S_IFCHR: break
        default: return false
        }
        guard let file = try? FileDescriptor.open(FilePath(path), .readOnly, options: [.closeOnExec, .nonBlocking])
        else { return false }
        defer { try? file.close() }
        return isatty(file.rawValue) == 0
    }

    /// Removes a file.
    ///
    /// Ignores errors.
    public static func remove(_ path: String) { unlink(path) }

    /// Returns the sorted names of the folders in a folder, without hidden folders.
    ///
    /// Returns no names if the folder does not exist.
    ///
    /// - Throws: The system error.
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

    /// Removes a folder with its contents, except the files that this process may not remove.
    public static func removeFolder(_ path: String) {
        for name in (try? names(in: path)) ?? [] where name != "." && name != ".." {
            // A symbolic link is removed, and its target stays.
            if unlink("\(path)/\(name)") != 0 { removeFolder("\(path)/\(name)") }
        }
        rmdir(path)
    }

    /// Returns the names of all entries of a folder, including `.` and `..`.
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
