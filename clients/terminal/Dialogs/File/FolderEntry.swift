import Glibc

/// An entry of a folder: a file or a folder.
struct FolderEntry: Equatable {
    /// The name.
    let name: String
    /// True for a folder, and for a symbolic link to a folder.
    let isFolder: Bool
    /// The target of a symbolic link; nil for other entries.
    let target: String?
    /// The number of bytes; nil for a folder, or if it is unknown.
    let size: Int?
    /// The permissions, such as `drwxr-xr-x`; empty if they are unknown.
    let permissions: String

    /// The entry `.`, with which the shown folder itself can be chosen.
    static let itself = FolderEntry(name: ".", isFolder: true, target: nil, size: nil, permissions: "")

    /// The shown text.
    var label: String { self == .itself ? "./  this folder" : name + (isFolder ? "/" : "") }

    /// The size as a text for users, such as `1.2 kB`; empty if ``size`` is nil.
    var sizeText: String {
        guard let size else { return "" }
        var value = Double(size)
        for unit in ["B", "kB", "MB", "GB", "TB"] {
            if value < 999.5 || unit == "TB" {
                let tenths = Int((value * 10).rounded())
                if unit == "B" || value >= 9.95 { return "\(Int(value.rounded())) \(unit)" }
                return "\(tenths / 10).\(tenths % 10) \(unit)"
            }
            value /= 1_000
        }
        return ""
    }
}

/// Reads folders, and handles paths.
enum FolderReader {
    /// The reason why a folder can't be read.
    struct Failure: Error {
        /// A message for users.
        let message: String
    }

    /// Returns the entries of a folder: first the folders and then the files, both sorted by name without case.
    ///
    /// - Parameter hidden: true to include names that begin with a full stop.
    static func entries(of folder: String, hidden: Bool) throws(Failure) -> [FolderEntry] {
        guard let stream = opendir(folder) else { throw Failure(message: String(cString: strerror(errno))) }
        defer { closedir(stream) }
        var entries: [FolderEntry] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name == "." || name == ".." || !hidden && name.utf8.first == UInt8(ascii: ".") { continue }
            entries.append(self.entry(name, in: folder))
        }
        return entries.sorted { a, b in
            a.isFolder != b.isFolder ? a.isFolder : key(a.name) < key(b.name)
        }
    }

    private static func key(_ name: String) -> (String, String) { (name.lowercased(), name) }

    private static func entry(_ name: String, in folder: String) -> FolderEntry {
        let path = join(folder, name)
        var own = stat()
        let isKnown = lstat(path, &own) == 0
        var target: String?
        var reached = own
        if isKnown, own.st_mode & S_IFMT == S_IFLNK {
            var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
            let count = readlink(path, &buffer, buffer.count - 1)
            target = String(decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
            if stat(path, &reached) != 0 { reached = own }
        }
        let isFolder = reached.st_mode & S_IFMT == S_IFDIR
        return FolderEntry(
            name: name, isFolder: isFolder, target: target, size: isFolder || !isKnown ? nil : Int(reached.st_size),
            permissions: isKnown ? permissions(own.st_mode) : "")
    }

    private static func permissions(_ mode: mode_t) -> String {
        let kinds: [(mode_t, Character)] = [
            (S_IFDIR, "d"), (S_IFLNK, "l"), (S_IFIFO, "p"), (S_IFSOCK, "s"), (S_IFCHR, "c"), (S_IFBLK, "b"),
        ]
        var text = String(kinds.first { mode & S_IFMT == $0.0 }?.1 ?? "-")
        for (index, letter) in "rwxrwxrwx".enumerated() {
            text.append(mode & (1 << mode_t(8 - index)) != 0 ? letter : "-")
        }
        return text
    }

    // MARK: Paths

    /// Returns the path of an entry of a folder.
    static func join(_ folder: String, _ name: String) -> String {
        name == "." ? folder : folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
    }

    /// Returns the absolute path without symbolic links and dots; nil if no file has this path.
    static func real(_ path: String) -> String? {
        guard let text = realpath(path, nil) else { return nil }
        defer { free(text) }
        return String(cString: text)
    }

    /// Returns the folder of a path, and the name in it; nil for the root.
    static func parent(of path: String) -> (folder: String, name: String)? {
        guard path != "/", let end = path.lastIndex(of: "/") else { return nil }
        let folder = String(path[..<end])
        return (folder.isEmpty ? "/" : folder, String(path[path.index(after: end)...]))
    }
}
