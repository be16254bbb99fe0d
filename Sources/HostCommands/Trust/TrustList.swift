import CMessageDigest
import EventLoop
import JSON
import SystemPackage

/// The workspaces and folders that a person trusts, in a file of theirs.
///
/// A file is trusted as it is: by its path and the SHA-256 (FIPS 180-4) of its bytes. A folder is trusted with all that is
/// in it, whatever becomes of that.
struct TrustList {
    /// What is trusted.
    enum Entry: Equatable {
        case folder(String)
        case file(String, digest: String)

        /// Its absolute path without links.
        var path: String {
            switch self {
            case .folder(let path), .file(let path, _): path
            }
        }
    }

    /// The list's file could not be read or written.
    struct Failure: Error {
        let path: String
        let reason: String
    }

    /// How long another program may have the list, in milliseconds.
    private static let patienceMs = 5_000

    let path: String
    private(set) var entries: [Entry] = []

    /// The list of this person, not read yet.
    init(path: String = DataFolders.usualState + "/trusted.jsonl") {
        self.path = path
    }

    /// The list as it is in its file; empty where there is none.
    func read() throws(Failure) -> TrustList {
        var list = self
        let bytes: [UInt8]
        do throws(Errno) {
            bytes = try WholeFile.read(path)
        } catch {
            if error == .noSuchFileOrDirectory || error == .notDirectory { return list }
            throw Failure(path: path, reason: "\(error)")
        }
        // A line that can't be read trusts nothing.
        list.entries = bytes.split(separator: 0x0A).compactMap { Entry(line: $0) }
        return list
    }

    /// Whether a workspace of these bytes, at this path, is trusted.
    func trusts(_ bytes: [UInt8], at path: String) -> Bool {
        guard !entries.isEmpty, let path = realPath(of: path) else { return false }
        let file = Entry.file(path, digest: Self.digest(of: bytes))
        return entries.contains { entry in
            if case .folder(let folder) = entry { Self.isBelow(path, folder) } else { entry == file }
        }
    }

    /// Changes the list in its file, as one step for all programs that do.
    ///
    /// - Parameter change: gets the list as it is, and changes it.
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

    /// Adds an entry, in the place of one of the same path.
    mutating func add(_ entry: Entry) {
        entries.removeAll { $0.path == entry.path }
        entries.append(entry)
    }

    /// Takes away what is said of a path.
    ///
    /// - Returns: false where nothing is.
    mutating func remove(_ path: String) -> Bool {
        let count = entries.count
        entries.removeAll { $0.path == path }
        return entries.count < count
    }

    private static func isBelow(_ path: String, _ folder: String) -> Bool {
        FilePath(path).starts(with: FilePath(folder))
    }

    /// The SHA-256 of bytes, in hexadecimal digits.
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
    /// Reads a line of the list's file; nil where it is none.
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

    /// The line of the list's file.
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
