/// Finds the argument that a shell reads as a program.
package enum ShellProgram {
    private static let shells: Set = ["sh", "bash", "dash", "ash", "zsh", "ksh", "mksh", "fish"]

    /// The index of the argument behind the option `-c` of a shell; nil for another command.
    ///
    /// A value in this argument would be run, so that no place in it is filled in.
    package static func index(in argv: [String]) -> Int? {
        guard let name = argv.first?.split(separator: "/").last, shells.contains(String(name)) else { return nil }
        let option = argv.indices.dropFirst().first { index in
            let argument = argv[index].utf8
            return argument.first == UInt8(ascii: "-") && argument.contains(UInt8(ascii: "c"))
                && !argument.starts(with: "--".utf8)
        }
        return option.flatMap { $0 + 1 < argv.count ? $0 + 1 : nil }
    }

    /// A sentence about a place in a shell's program, for authors.
    package static let message =
        "would be run as a part of the shell's program; put it in an argument behind it, where the program has it as "
        + "$1, or in a variable of env"
}
