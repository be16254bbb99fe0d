import Glibc
import SystemPackage

/// Replaces this program by another one in the same process.
enum ReplacedProcess {
    /// Runs a command in place of this program, with the terminal as its standard input.
    ///
    /// - Throws: the system error if the command can't be started; on success, this function doesn't return.
    static func run(_ command: [String]) throws(Errno) -> Never {
        let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC)
        if terminal >= 0 { dup2(terminal, STDIN_FILENO) }
        // This program ignores the signals for closed pipes and for exceeded file sizes.
        signal(SIGPIPE, SIG_DFL)
        signal(SIGXFSZ, SIG_DFL)
        var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) }
        arguments.append(nil)
        execv(command[0], &arguments)
        throw Errno(rawValue: errno)
    }
}
