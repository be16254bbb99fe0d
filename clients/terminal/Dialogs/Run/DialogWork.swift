/// Work that runs beside a dialog, such as a command.
public protocol DialogWork: AnyObject {
    /// The descriptors that are read at present.
    var descriptors: [Int32] { get }
    /// Reads the bytes that are ready at a descriptor.
    func receive(from descriptor: Int32)
    /// Handles a signal.
    ///
    /// - Parameter isSent: true if a process has sent the signal; false if the terminal has sent it to all processes of
    ///   the foreground.
    /// - Returns: false if the signal has to end this process.
    func handle(signal number: Int32, isSent: Bool) -> Bool
    /// Sets the current time in milliseconds, and starts the commands that are due.
    func advance(now: Int)
    /// Returns the output that is to be written above the dialog, and forgets it.
    func takeOutput() -> [(descriptor: Int32, bytes: [UInt8])]
    /// Returns a command that uses the terminal in place of the dialog, and forgets it; nil for none.
    func takeForeground() -> [String]?
    /// Continues after the command of ``takeForeground()``.
    func foregroundEnded()
}

extension DialogWork {
    /// Returns no command.
    public func takeForeground() -> [String]? { nil }
    /// Does nothing.
    public func foregroundEnded() {}
}
