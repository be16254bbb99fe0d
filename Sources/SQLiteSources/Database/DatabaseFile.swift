import DataSources
import EventLoop
import FeatureKit
import Glibc
import SystemPackage

/// Where a database lies.
struct DatabaseFile: Sendable {
    let path: String

    /// What tells one file from another that came in its place.
    struct Identity: Equatable {
        let device: UInt
        let inode: UInt
    }

    /// The file that is there now; nil where there is none.
    var identity: Identity? {
        var info = stat()
        guard stat(path, &info) == 0 else { return nil }
        return Identity(device: UInt(info.st_dev), inode: UInt(info.st_ino))
    }

    /// - Throws: where something is there that is no regular file.
    func checkIsRegular() throws(Failure) {
        var info = stat()
        guard stat(path, &info) == 0, let failure = Failure(ofIrregular: info, path) else { return }
        throw failure
    }

    /// Makes the folder and the file where they are not there, for their owner alone.
    func create() throws(Failure) {
        var reason = make()
        // Its folder is there mostly.
        if reason == .noSuchFileOrDirectory {
            try makeFolders(FilePath(path).removingLastComponent())
            reason = make()
        }
        if let reason, reason != .fileExists { throw Failure(reason, "make", path) }
    }

    /// Makes the file, before SQLite makes it as the mask wants; what SQLite puts beside it gets the same mode.
    ///
    /// One that is there is not opened: closing it would drop the locks that SQLite has on it in this process
    /// (fcntl_locking(2)), and others would take its log for left over.
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

    /// What the system says to whoever reads the file; 0 where it lets them.
    ///
    /// It is not opened, as in ``create()``.
    var openError: Int32 { faccessat(AT_FDCWD, path, R_OK, AT_EACCESS) == 0 ? 0 : errno }

    /// What is there where the path is a link; nil where it is none, or leads nowhere.
    var target: DatabaseFile? {
        var start: CChar = 0
        guard readlink(path, &start, 1) >= 0, identity != nil else { return nil }
        return resolved
    }

    /// The path without links and detours, so that one file has one name; as it is where that can't be told.
    var resolved: DatabaseFile {
        realPath(of: path).map { DatabaseFile(path: $0) } ?? self
    }
}

extension Failure {
    /// What became of a file.
    init(_ error: Errno, _ verb: String, _ path: String) {
        let word: String
        let advice: String
        switch error {
        case .noSuchFileOrDirectory, .notDirectory: (word, advice) = ("notFound", "check the path")
        case .permissionDenied, .notPermitted: (word, advice) = ("permissionDenied", "check who may use it")
        case .noSpace, .diskQuotaExceeded, .fileTooLarge: (word, advice) = ("diskFull", "free some space, then retry")
        case .readOnlyFileSystem: (word, advice) = ("readOnlyFileSystem", "mount it writable, then retry")
        case .tooManyOpenFiles, .tooManyOpenFilesInSystem, .noMemory:
            (word, advice) = ("systemLimit", "retry when there is room")
        default: (word, advice) = ("fileError", "see what the system says")
        }
        self.init(word, "can't \(verb) \(path): \(error.reason); \(advice)")
    }
}
