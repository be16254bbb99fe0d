/// Spellings of options in scripts for gum and fzf that ArgumentParser doesn't read.
enum DialogArguments {
    /// Returns arguments in the spelling that ArgumentParser reads.
    ///
    /// `--multi=N` becomes `--multi-limit=N`, `+s` becomes `--no-sort`, `--option=` becomes `--option` and an empty
    /// argument, and `--flag=true` becomes `--flag`. `--flag=false` becomes `--no-flag`, or nothing if the flag has no
    /// inversion. The arguments of `spin` stay unchanged, because most of them belong to a command.
    static func normal(_ words: [String], in subcommands: Set<String>) -> [String] {
        guard let first = words.first, first != "spin", subcommands.contains(first) else { return words }
        let end = words.firstIndex(of: "--") ?? words.endIndex
        return [first] + words[1..<max(1, end)].flatMap(normal) + words[max(1, end)...]
    }

    private static let inverted: Set = [
        "show-help", "default", "show-line-numbers", "soft-wrap", "show-percentage", "file", "directory", "size",
    ]
    private static let plain: Set = [
        "no-limit", "ordered", "select-if-one", "show-output", "password", "show-stdout", "show-stderr", "show-error",
        "print", "lazy-quotes", "hide-count", "all", "permissions",
    ]

    private static func normal(_ word: String) -> [String] {
        if word == "+s" { return ["--no-sort"] }
        if word.hasPrefix("--multi=") { return ["--multi-limit\(word.dropFirst("--multi".count))"] }
        if word.hasPrefix("--"), word.firstIndex(of: "=") == word.indices.last { return [String(word.dropLast()), ""] }
        guard word.hasPrefix("--"), let end = word.firstIndex(of: "=") else { return [word] }
        let name = String(word[word.index(word.startIndex, offsetBy: 2)..<end])
        guard inverted.contains(name) || plain.contains(name) else { return [word] }
        switch word[word.index(after: end)...] {
        case "true": return ["--\(name)"]
        case "false": return inverted.contains(name) ? ["--no-\(name)"] : []
        default: return [word]
        }
    }
}
