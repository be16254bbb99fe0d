import ArgumentParser
import FHEventLoop
import FHFuzzyMatch
import SystemPackage

/// `featurehost filter`: prints the lines of standard input that match a query.
struct FilterCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "filter",
        abstract: "Prints the lines of standard input that match a query, best first.",
        discussion: """
            Letters match in their order, as in a search; case and diacritics count only if the query has them. Lines \
            of equal score keep their order. The first 4,096 bytes of a line are searched.

              abc       a, b and c in this order
              'abc      abc
              ^abc      abc at the beginning
              abc$      abc at the end
              !abc      not abc
              a | b     a or b

            Examples:
              git ls-files | featurehost filter 'swift$ !test host' | head

            To choose a line by hand: featurehost-dialog filter

            Exit status:
              0    a line matches
              1    no line matches
              2    the lines can't be read or written
              64   usage error
            """)

    @Argument(help: "Query; an empty one matches all lines.")
    var query: String

    @Option(help: "Maximum number of lines to print.")
    var limit: Int?

    @Flag(help: "Lines end in a zero byte, in the input and in the output.")
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
