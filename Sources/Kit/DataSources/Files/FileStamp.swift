import FHEventLoop
import FeatureKit
import Glibc
import SystemPackage

/// The properties of a file by which changes are detected.
struct FileStamp: Equatable {
    private let device: UInt
    private let inode: UInt
    /// The number of names (hard links) in the file system.
    let linkCount: Int
    let size: Int
    private let seconds: Int
    private let nanoseconds: Int
    /// The time of the last status change, which programs can't set, unlike the time of the last write.
    private let changeSeconds: Int
    private let changeNanoseconds: Int

    /// Reads the stamp of the file at a path.
    ///
    /// - Returns: Nil if there is no file.
    /// - Throws: A `fileError` if it is not a regular file; failures of the system.
    init?(of path: FilePath) throws(Failure) {
        var info = stat()
        guard stat(path.string, &info) == 0 else {
            if errno == ENOENT { return nil }
            throw Failure(Errno(rawValue: errno), "read", path)
        }
        if let failure = Failure(ofIrregular: info, path.string) { throw failure }
        self.init(info)
    }

    /// Reads the stamp of an open file.
    ///
    /// - Parameters:
    ///   - file: The open file.
    ///   - path: The path of the file, for messages.
    /// - Throws: A `fileError` if it is not a regular file; failures of the system.
    init(of file: FileDescriptor, at path: FilePath) throws(Failure) {
        var info = stat()
        guard fstat(file.rawValue, &info) == 0 else { throw Failure(Errno(rawValue: errno), "read", path) }
        if let failure = Failure(ofIrregular: info, path.string) { throw failure }
        self.init(info)
    }

    /// True if this stamp and an earlier one are of the same file, which is longer now.
    ///
    /// False for a file with several names, which hosts overwrite in place.
    func isGrown(since earlier: FileStamp) -> Bool { isLonger(than: earlier) && linkCount == 1 }

    /// True if this stamp and an earlier one are of the same file, which is longer now.
    func isLonger(than earlier: FileStamp) -> Bool {
        device == earlier.device && inode == earlier.inode && size > earlier.size
    }

    private init(_ info: stat) {
        device = UInt(info.st_dev)
        inode = UInt(info.st_ino)
        linkCount = Int(info.st_nlink)
        size = info.st_size
        seconds = info.st_mtim.tv_sec
        nanoseconds = info.st_mtim.tv_nsec
        changeSeconds = info.st_ctim.tv_sec
        changeNanoseconds = info.st_ctim.tv_nsec
    }
}

extension Failure {
    /// Makes the failure of a file operation, which `verb` names in the message, such as `read`.
    init(_ error: any Error, _ verb: String, _ path: FilePath) {
        let code: String
        let advice: String
        let reason = error as? Errno
        switch reason {
        case .noSuchFileOrDirectory: (code, advice) = ("notFound", "check the path")
        case .permissionDenied, .notPermitted: (code, advice) = ("permissionDenied", "check who may \(verb) it")
        case .noSpace, .diskQuotaExceeded: (code, advice) = ("diskFull", "free some space, then retry")
        case .fileTooLarge: (code, advice) = ("diskFull", "retry when there is room")
        case .tooManyOpenFiles, .tooManyOpenFilesInSystem, .noMemory:
            (code, advice) = ("systemLimit", "retry when there is room")
        case .readOnlyFileSystem: (code, advice) = ("readOnlyFileSystem", "mount it writable, then retry")
        default: (code, advice) = ("fileError", "see what the system says")
        }
        self.init(code, "can't \(verb) \(path.string): \(reason?.reason ?? "\(error)"); \(advice)")
    }
}
