/// Finds the arguments that a shell reads as a program.
package enum ShellProgram {
    private static let shells: Set = ["sh", "bash", "rbash", "dash", "ash", "zsh", "ksh", "rksh", "mksh", "fish"]

    /// The indices of arguments that a shell may read as a program, behind its option `-c`; empty for other commands.
    ///
    /// A value in such an argument would be run, so that no place in it is filled in. The shell need not be the first
    /// word: `env sh -c`.
    package static func indices(in argv: [String]) -> Set<Int> {
        guard let shell = argv.firstIndex(where: isShell) else { return [] }
        let rest = argv.indices[(shell + 1)...]
        guard let option = rest.first(where: { isOption(argv[$0]) && argv[$0].utf8.contains(UInt8(ascii: "c")) }) else {
            return []
        }
        var found: Set<Int> = []
        var hasValue = false
        for index in argv.indices[(option + 1)...] where argv[index] != "--" {
            if isOption(argv[index]) {
                // The next argument is the value of such an option, or the program.
                hasValue = argv[index].utf8.contains { [UInt8(ascii: "o"), UInt8(ascii: "O")].contains($0) }
                continue
            }
            found.insert(index)
            if !hasValue { break }
            hasValue = false
        }
        return found
    }

    private static func isShell(_ argument: String) -> Bool {
        argument.split(separator: "/").last.map { shells.contains(String($0)) } ?? false
    }

    private static func isOption(_ argument: String) -> Bool {
        let bytes = argument.utf8
        return bytes.count > 1 && !bytes.starts(with: "--".utf8)
            && (bytes.first == UInt8(ascii: "-") || bytes.first == UInt8(ascii: "+"))
    }

    /// A sentence about a place in a shell's program, for authors.
    package static let message =
        "would be run as a part of the shell's program; put it in an argument behind it, where the program has it as "
        + "$1, or in a variable of env"
}
