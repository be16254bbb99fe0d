import ArgumentParser
import FHEventLoop
import FHFuzzyMatch
import FHJSON
import FHTerminalDialogs
import FHTerminalScreen
import SystemPackage

/// `featurehost filter`: finds lines of standard input by a query, in a dialog or without one.
struct FilterCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "filter",
        abstract: "Finds lines of standard input by a query: in a dialog, or at once with a query.",
        discussion: """
            With a query, the matching lines are printed, best first. Without one, they are shown on the terminal \
            while the user types, and the chosen ones are printed; the first lines are shown while others are read. If \
            standard input is a terminal, the lines are the files below the current folder.

            Letters match in their order, as in a search; case and diacritics count only if the query has them. Lines \
            of equal score keep their order. The first 4,096 bytes of a line are searched.

              abc       a, b and c in this order
              'abc      abc
              ^abc      abc at the beginning
              abc$      abc at the end
              !abc      not abc
              a | b     a or b

            The options are those of fzf. In a command, {} is the active line, {+} the marked lines, {2} a field, {q} \
            the query and {n} the index of the line, from 0; the values are quoted for the shell. {f}, {+f}, {f2} and \
            {nf} are paths of temporary files with such values. Keys of --bind and \
            --expect have names such as ctrl-a, alt-x, f2, enter and btab; events are start, load, change, one and \
            zero.

            Examples:
              git ls-files | featurehost filter 'swift$ !test host' | head
              git switch "$(git branch --format='%(refname:short)' | featurehost filter)"
              find . -print0 | featurehost filter -m --null | xargs -0 ls -l
              git ls-files | featurehost filter --preview 'head -n 50 {}'
              ps -e | featurehost filter --header-lines=1 --bind 'ctrl-r:reload(ps -e)'

            Exit status:
              0    a line matches, or was chosen
              1    no line matches, or none was chosen
              2    the lines can't be read or written, or the terminal can't be used
              64   usage error, or there is no query and no terminal
              124  the time of --timeout has passed
              130  cancelled by ctrl+c or escape
            """)

    @Argument(help: "Query; an empty one matches all lines. Without it, a dialog is shown.")
    var query: String?

    @Option(help: "Maximum number of lines to print, or to choose in the dialog.")
    var limit: Int?

    @Flag(help: "Lines end in a zero byte, in the input and in the output.")
    var null = false

    @OptionGroup(title: "Lines") var lines: FilterLineFlags
    @OptionGroup(title: "Dialog") var choice: FilterChoiceFlags
    @OptionGroup(title: "Output of the dialog") var output: FilterOutputFlags
    @OptionGroup(title: "Look of the dialog") var look: FilterLookFlags
    @OptionGroup var dialog: HeadedOptions

    /// The query of a run without a dialog; nil for a dialog.
    private var givenQuery: String? { query ?? lines.filter }

    func validate() throws {
        if let limit, limit < 0 { throw ValidationError("--limit is \(limit); it has to be 0 or more.") }
        if query != nil, lines.filter != nil { throw ValidationError("two queries are given; one is used") }
        // With these options, the lines may be enough for an answer.
        let mayNeedNoTerminal = choice.select1 || choice.exit0
        if givenQuery == nil, !mayNeedNoTerminal, (try? TerminalDevice()) == nil {
            throw ValidationError("the query is missing; without it, lines are chosen on a terminal, and there is none")
        }
        _ = try lines.options(isNull: null)
        _ = try choice.bindings()
        _ = try choice.previewOptions()
        _ = try output.keys()
        _ = try look.look()
    }

    func run() throws {
        // A dialog leaves the signal SIGPIPE as it is: the commands that it runs rely on it.
        guard let query = givenQuery else { return try choose() }
        ignoreSIGPIPE()
        if output.printQuery { try write(Array(query.utf8), ending: output.ending(isNull: null)) }
        if lines.isPlain {
            try filter(query)
        } else {
            try filterFields(query)
        }
    }

    // MARK: Without a dialog

    private func filter(_ query: String) throws {
        let delimiter = lines.ending(isNull: null)
        let filter = LineFilter(Pattern(query), delimiter: delimiter)
        let found: (texts: [LineText], matches: [LineMatch])
        do {
            found = try filter.matches(in: LineInput(.standardInput, delimiter: delimiter))
        } catch {
            StandardError.print("Error: standard input can't be read: \(error)")
            throw ExitCode(2)
        }
        do {
            try LineOutput.write(
                found.matches.prefix(limit ?? .max), of: found.texts, delimiter: delimiter,
                ending: output.ending(isNull: null))
        } catch {
            StandardError.print("Error: the lines can't be written: \(error)")
            throw ExitCode(2)
        }
        if found.matches.isEmpty { throw ExitCode(1) }
    }

    /// Filters lines with options that `LineFilter` doesn't have, such as fields; all lines are kept in memory.
    private func filterFields(_ query: String) throws {
        let all = FilterLines(try lines.options(isNull: null))
        do {
            var buffer = [UInt8](repeating: 0, count: 1 << 20)
            let input = FileDescriptor.standardInput
            while case let count = try buffer.withUnsafeMutableBytes({ try input.read(into: $0) }), count > 0 {
                all.append(buffer[..<count])
            }
            all.finish()
        } catch {
            StandardError.print("Error: standard input can't be read: \(error)")
            throw ExitCode(2)
        }
        let search = FilterSearch(all, lines.query)
        search.start(query)
        search.finish()
        search.sort()
        let ending = output.ending(isNull: null)
        let found = (0..<min(search.count, limit ?? .max)).flatMap { all.printed(search.row($0)) + [ending] }
        try write(found.dropLast(), ending: found.isEmpty ? nil : ending)
        if search.count == 0 { throw ExitCode(1) }
    }

    /// Writes lines.
    ///
    /// - Parameter ending: the byte after the last line; nil for none.
    private func write(_ bytes: some Collection<UInt8>, ending: UInt8?) throws {
        do {
            var filter = StandardOutput.isTerminal ? TerminalFilter() : nil
            try StandardOutput.write(Array(bytes) + (ending.map { [$0] } ?? []), &filter)
        } catch Errno.brokenPipe {
            return
        } catch {
            StandardError.print("Error: the lines can't be written: \(error)")
            throw ExitCode(2)
        }
    }

    // MARK: The dialog

    private func choose() throws {
        let dialog = FilterDialog(try options())
        let end = lines.ending(isNull: null) == 0 ? "\\0" : "\\n"
        let input = FilterInput(dialog, command: DialogInput.isTerminal ? "\(Self.files) -printf '%P\(end)'" : nil)
        if choice.select1 || choice.exit0 {
            input.readAll()
            dialog.decide()
        }
        let result = DialogRunner(.standard).run(dialog, reading: input)
        if let message = result.message { StandardError.print("featurehost: \(message)") }
        switch dialog.answer {
        case .command(let command): try become(command)
        case .output(let bytes): try write(bytes, ending: nil)
        }
        throw ExitCode(result.status)
    }

    /// The command that finds the files below the current folder, except the files in `.git` and `node_modules`.
    private static let files =
        "find . \\( -name .git -o -name node_modules \\) -prune -o -type f"

    private func options() throws -> FilterOptions {
        var options = FilterOptions()
        options.settings = dialog.settings()
        options.lines = try lines.options(isNull: null)
        options.query = lines.firstQuery
        options.search = lines.query
        options.limit = choice.limit ?? .some(limit ?? 1)
        options.selectsOne = choice.select1
        options.exitsEmpty = choice.exit0
        options.look = try look.look()
        options.look.cycles = choice.cycle
        options.output.hasQuery = output.printQuery
        options.output.keys = try output.keys()
        options.output.ending = output.ending(isNull: null)
        options.bindings = try choice.bindings()
        options.preview = try choice.previewOptions()
        return options
    }

    /// Runs a command in place of this process.
    private func become(_ command: String) throws -> Never {
        do throws(Errno) {
            try ReplacedProcess.run(["/bin/sh", "-c", command])
        } catch {
            StandardError.print("featurehost: /bin/sh can't be started: \(error)")
            throw ExitCode(126)
        }
    }
}
