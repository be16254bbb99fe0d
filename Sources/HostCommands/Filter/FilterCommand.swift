import ArgumentParser
import EventLoop
import FuzzyMatch
import SystemPackage

/// `featurehost filter`: prints the lines of standard input that match a query.
struct FilterCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "filter",
        abstract: "Prints the lines of standard input that match a query, the best first.",
        discussion: """
            It matches as a search does: letters in their order, with case and accents only where the query has \
            them, and the terms 'exact ^prefix suffix$ !not a | b. Lines of the same worth keep their order.

            Of each line the first 4,096 bytes are searched.

            Exit status: 0 if a line matches; 1 if none does; 2 if lines can't be read or written; \
            64 if the words of the command are wrong.

              git ls-files | featurehost filter 'swift$ !test host' | head

            To choose a line by hand: featurehost-dialog filter
            """)

    @Argument(help: "What to look for; all lines match an empty query.")
    var query: String

    @Option(help: "How many lines are printed at most.")
    var limit: Int?

    @Flag(help: "Lines end in a zero byte, those that are printed too.")
    var null = false

    func validate() throws {
        if let limit, limit < 0 { throw ValidationError("--limit is \(limit); it has to be 0 or more.") }
    }

    func run() throws {
        ignoreSIGPIPE()
        let delimiter: UInt8 = null ? 0 : UInt8(ascii: "\n")
        let filter = LineFilter(Pattern(query), delimiter: delimiter)
        let found: (texts: [LineText], matches: [LineMatch])
        do {
            found = try filter.matches(in: LineInput(.standardInput, delimiter: delimiter))
        } catch {
            StandardError.print("Error: standard input can't be read: \(error)")
            throw ExitCode(2)
        }
        do {
            try LineOutput.write(found.matches.prefix(limit ?? .max), of: found.texts, delimiter: delimiter)
        } catch {
            StandardError.print("Error: the lines can't be written: \(error)")
            throw ExitCode(2)
        }
        if found.matches.isEmpty { throw ExitCode(1) }
    }
}
