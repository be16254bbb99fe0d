import CFHMessageDigest
import FHEventLoop
import FHJSON
import SystemPackage

/// The workspaces and folders that the user trusts, as stored in a file.
///
/// A workspace is trusted by its path and the SHA-256 (FIPS 180-4) of its bytes. A folder is trusted together with its
/// content, including later content.
struct TrustList {
    /// A trusted file or folder.
    enum Entry: Equatable {
        case folder(String)
        case file(String, digest: String)

        /// Compares paths byte by byte, because file names can differ only in their Unicode normalization.
        static func == (a: Entry, b: Entry) -> Bool {
            switch (a, b) {
            case (.folder(let a), .folder(let b)): isSameText(a, b)
            case (.file(let a, let digest), .file(let b, let other)): isSameText(a, b) && digest == other
            default: false
            }
        }

        /// The absolute path, with links resolved.
        var path: String {
            switch self {
            case .folder(let path), .file(let path, _): path
            }
        }
    }

    /// The error for a list that can't be read or written.
    struct Failure: Error {
        let path: String
        let reason: String
    }

    /// The timeout for the lock on the list, in milliseconds.
    private static let patienceMs = 5_000

    let path: String
    private(set) var entries: [Entry] = []

    /// Creates the list of this user, without reading it.
    init(path: String = DataFolders.usualState + "/trusted.jsonl") {
        self.path = path
    }

    /// Reads the list from its file; empty if there is no file.
    func read() throws(Failure) -> TrustList {
        var list = self
        let bytes: [UInt8]
        do throws(Errno) {
            bytes = try WholeFile.read(path)
        } catch {
            if error == .noSuchFileOrDirectory || error == .notDirectory { return list }
            throw Failure(path: path, reason: "\(error)")
        }
        // An unreadable line grants no trust.
        list.entries = bytes.split(separator: 0x0A).compactMap { Entry(line: $0) }
        return list
    }

    /// True if a workspace with these bytes at this path is trusted.
    func trusts(_ bytes: [UInt8], at path: String) -> Bool {
        guard !entries.isEmpty, let path = realPath(of: path) else { return false }
        let file = Entry.file(path, digest: Self.digest(of: bytes))
        return entries.contains { entry in
            if case .folder(let folder) = entry { Self.isBelow(path, folder) } else { entry == file }
        }
    }

    /// Changes the list in its file atomically, under a lock.
    ///
    /// - Parameter change: changes the current list.
    func update(_ change: (inout TrustList) -> Void) throws(Failure) {
        do throws(Errno) {
            try WholeFile.makeFolder(FilePath(path).removingLastComponent().string)
            let lock = FolderLock(ofFile: path)
            guard try lock.take(waitingAtMost: Self.patienceMs) else { throw .resourceTemporarilyUnavailable }
            defer { lock.release() }
            var list: TrustList
            do throws(Failure) {
                list = try read()
            } catch {
                throw .ioError
            }
            change(&list)
            let text = list.entries.map { $0.line + "\n" }.joined()
            try WholeFile.replace(path, with: Array(text.utf8))
        } catch {
            throw Failure(path: path, reason: "\(error)")
        }
    }

    /// Adds an entry.
    ///
    /// If there is an entry with the same path, replaces it.
    mutating func add(_ entry: Entry) {
        entries.removeAll { isSameText($0.path, entry.path) }
        entries.append(entry)
    }

    /// Removes the entry of a path.
    ///
    /// - Returns: false if there is no such entry.
    mutating func remove(_ path: String) -> Bool {
        let count = entries.count
        entries.removeAll { isSameText($0.path, path) }
        return entries.count < count
    }

    private static func isBelow(_ path: String, _ folder: String) -> Bool {
        FilePath(path).starts(with: FilePath(folder))
    }

    /// The SHA-256 of bytes, as hexadecimal digits.
    static func digest(of bytes: [UInt8]) -> String {
        var context = SHA2_CTX()
        SHA256Init(&context)
        bytes.withUnsafeBytes { SHA256Update(&context, $0.baseAddress, $0.count) }
        var digest = [UInt8](repeating: 0, count: 32)
        SHA256Final(&digest, &context)
        return digest.map { byte in
            let digits = String(byte, radix: 16)
            return byte < 16 ? "0" + digits : digits
        }.joined()
    }
}

extension TrustList.Entry {
    /// Parses a line of the list's file; nil if it is invalid.
    init?(line: some Collection<UInt8>) {
        guard let value = try? JSONValue(parsing: String(decoding: line, as: UTF8.self)) else { return nil }
        if let folder = value["folder"]?.stringValue {
            self = .folder(folder)
        } else if let file = value["file"]?.stringValue, let digest = value["sha256"]?.stringValue {
            self = .file(file, digest: digest)
        } else {
            return nil
        }
    }

    /// The line in the list's file.
    var line: String {
        JSONText.build { json in
            json.beginObject()
            switch self {
            case .folder(let path): json.field("folder", path)
            case .file(let path, let digest):
                json.field("file", path)
                json.field("sha256", digest)
            }
            json.endObject()
        }.string
    }
}
