public import FHTerminalScreen
import Glibc

/// Options of the command `format`.
public struct FormatOptions: Equatable, Sendable {
    /// A kind of text.
    public enum Kind: String, CaseIterable, Sendable {
        case markdown, code, template
    }

    /// The text.
    public var text: String
    /// The kind of the text.
    public var kind = Kind.markdown

    /// Makes options.
    public init(_ text: String) { self.text = text }
}

/// The style of texts on standard output.
public struct OutputStyle: Sendable {
    /// The largest number of columns of a line; nil to break no lines.
    public var width: Int?
    /// The colours; nil for text without any style.
    public var colours: Capabilities.Colours?
    /// True if links can be clicked.
    public var hasLinks: Bool

    /// Makes a style.
    public init(width: Int?, colours: Capabilities.Colours?, hasLinks: Bool) {
        self.width = width
        self.colours = colours
        self.hasLinks = hasLinks
    }

    /// Text without colours, attributes and links.
    public static let plain = OutputStyle(width: nil, colours: nil, hasLinks: false)

    /// Returns the style for a descriptor, such as that of standard output: ``plain`` if it is not a terminal.
    public static func suited(to descriptor: Int32) -> OutputStyle {
        let variable = { (name: String) in getenv(name).map { String(cString: $0) } }
        guard isatty(descriptor) == 1,
            let capabilities = Capabilities(terminal: variable("TERM") ?? "", environment: variable)
        else { return .plain }
        let width = TerminalDevice(input: descriptor, output: descriptor).size.width
        return OutputStyle(width: width, colours: capabilities.colours, hasLinks: capabilities.isXterm)
    }
}

/// The command `format`: text with styles for terminals.
public enum Formatter {
    /// Returns a text with styles.
    public static func result(_ options: FormatOptions, _ style: OutputStyle) -> DialogResult {
        switch options.kind {
        case .markdown:
            let lines = Markdown(options.text, hasLinks: style.hasLinks).lines(width: style.width ?? .max / 2)
            return DialogResult(DialogStatus.chosen, output: StyledOutput(style).text(lines))
        case .code:
            var lines = options.text.split(separator: "\n", omittingEmptySubsequences: false)
            if lines.last?.isEmpty == true { lines.removeLast() }
            let spans = lines.map { [StyledSpan("  " + AnsiText.stripped(String($0)), Markdown.code)] }
            return DialogResult(DialogStatus.chosen, output: StyledOutput(style).text(spans))
        case .template:
            do throws(TemplateFailure) {
                let spans = try Template.spans(options.text)
                return DialogResult(DialogStatus.chosen, output: StyledOutput(style).text([spans]))
            } catch {
                return .failed("The template has an error at character \(error.place + 1): \(error.reason).")
            }
        }
    }
}
