import ArgumentParser
import FHJSON
import FHTerminalDialogs

/// Ends the command of a dialog with the dialog's result.
enum DialogEnd {
    /// Shows a dialog on the terminal, prints its answer, and ends the command with its exit status.
    static func run(_ dialog: some FHTerminalDialogs.Dialog) throws -> Never {
        try finish(DialogRunner(.standard).run(dialog))
    }

    /// Prints a result, and ends the command with its exit status.
    ///
    /// - Parameter isStyled: true if the output contains only control sequences that this program has added, so that
    ///   they are not filtered out.
    static func finish(_ result: DialogResult, isStyled: Bool = false) throws -> Never {
        if let message = result.message { StandardError.print("featurehost: \(message)") }
        guard let output = result.output else { throw ExitCode(result.status) }
        do {
            var filter = StandardOutput.isTerminal && !isStyled ? TerminalFilter() : nil
            try StandardOutput.write(Array(output.utf8) + [UInt8(ascii: "\n")], &filter)
        } catch {
            StandardError.print("featurehost: the answer can't be written: \(error)")
            throw ExitCode(DialogStatus.failed)
        }
        throw ExitCode(result.status)
    }
}
