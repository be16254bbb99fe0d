import SystemPackage

/// The log's descriptor, for messages of the commands themselves.
enum StandardError {
    static func print(_ message: String) {
        _ = try? FileDescriptor.standardError.writeAll(Array("\(message)\n".utf8))
    }
}

/// A command's result.
enum StandardOutput {
    /// - Throws: `Errno` where it can't be written, so that a full disk is no success.
    static func print(_ text: String) throws {
        _ = try FileDescriptor.standardOutput.writeAll(Array("\(text)\n".utf8))
    }
}
