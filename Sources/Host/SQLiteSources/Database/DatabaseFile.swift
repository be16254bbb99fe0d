import FHDataSources
import FHEventLoop
import FeatureKit
import Glibc
import SystemPackage

/// The file of a database.
struct DatabaseFile: Sendable {
    let path: String

    /// The identity of a file, which changes if the file is replaced.
    struct Identity: Equatable {
        let device: UInt
        let inode: UInt
    }

    /// The identity of the current file; nil if there is none.
    var identity: Identity? {
        var info = stat()
        guard stat(path, &info) == 0 else { return nil }
        return Identity(device: UInt(info.st_dev), inode: UInt(info.st_ino))
    }

    /// Checks that the path is a regular file or that no file exists there.
    ///
    /// - Throws: A failure if the path exists and is not a regular file.
    func checkIsRegular() throws(Failure) {
        var info = stat()
        guard stat(path, &info) == 0, let failure = Failure(ofIrregular: info, path) else { return }
        throw failure
    }

    /// Creates the folder and the file, unless they exist.
    ///
    /// Only their owner has permissions.
    func create() throws(Failure) {
        var reason = make()
        // Usually the folder exists.
        if reason == .noSuchFileOrDirectory {
            try makeFolders(FilePath(path).removingLastComponent())
            reason = make()
        }
        if let reason, reason != .fileExists { throw Failure(reason, "make", path) }
    }

    /// Creates the file, because SQLite would create it with the permissions of the umask.
    ///
    /// The files that SQLite adds next to it get the same mode.
    ///
    /// An existing file is not opened: closing it would drop SQLite's locks on it in this process (fcntl_locking(2)),
    /// and other processes would treat its log as stale.
    private func make() -> Errno? {
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return Errno(rawValue: errno) }
        close(descriptor)
        return nil
    }

    private func makeFolders(_ folder: FilePath) throws(Failure) {
        if folder.isEmpty || access(folder.string, F_OK) == 0 { return }
        try makeFolders(folder.removingLastComponent())
        if mkdir(folder.string, 0o700) != 0, errno != EEXIST {
            throw Failure(Errno(rawValue: errno), "make the folder", folder.string)
        }
    }

    /// The system error that prevents reading the file; 0 if the file is readable.
    ///
    /// Like ``create()``, the check does not open an existing file.
    var openError: Int32 { faccessat(AT_FDCWD, path, R_OK, AT_EACCESS) == 0 ? 0 : errno }

    /// The target, if the path is a symbolic link; nil if it is not a link or the link has no target.
    var target: DatabaseFile? {
        var start: CChar = 0
        guard readlink(path, &start, 1) >= 0, identity != nil else { return nil }
        return resolved
    }

    /// The path without links, so that each file has one name.
    ///
    /// The path is unchanged if it can't be resolved.
    var resolved: DatabaseFile {
        realPath(of: path).map { DatabaseFile(path: $0) } ?? self
    }
}

extension Failure {
    /// Makes the failure of a file operation.
    init(_ error: Errno, _ verb: String, _ path: String) {
        let word: String
        let advice: String
        switch error {
        case .noSuchFileOrDirectory, .notDirectory: (word, advice) = ("notFound", "check the path")
        case .permissionDenied, .notPermitted: (word, advice) = ("permissionDenied", "check who may use it")
        case .noSpace, .diskQuotaExceeded: (word, advice) = ("diskFull", "free some space, then retry")
        case .fileTooLarge: (word, advice) = ("diskFull", "retry when there is room")
        case .readOnlyFileSystem: (word, advice) = ("readOnlyFileSystem", "mount it writable, then retry")
        case .tooManyOpenFiles, .tooManyOpenFilesInSystem, .noMemory:
            (word, advice) = ("systemLimit", "retry when there is room")
        default: (word, advice) = ("fileError", "see what the system says")
        }
        self.init(word, "can't \(verb) \(path): \(error.reason); \(advice)")
    }
}
