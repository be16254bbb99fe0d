import ArgumentParser
import FHTerminalProgram
import FHTerminalScreen

/// The options of `featurehost ui` about a session that is played without a terminal.
struct PlayOptions: ParsableArguments {
    @Option(name: .customLong("play"), help: ArgumentHelp("Session to play without a terminal.", valueName: "file"))
    var session: String?

    @Option(help: ArgumentHelp("With --play, columns and rows of the screen; default: 80x24.", valueName: "WxH"))
    var size: String?

    @OptionGroup var pictures: PictureOptions

    /// The size of the screen.
    var screen: Size { size.flatMap(ScreenSize.parse) ?? ScreenSize.usual }

    func validate() throws {
        if size != nil, session == nil { throw ValidationError("--size is for --play; a terminal has its own size") }
        if pictures.folder != nil, session == nil { throw ValidationError("--svg is for --play") }
        if let size, ScreenSize.parse(size) == nil {
            throw ValidationError("--size is no size, such as 80x24 for 80 columns and 24 rows")
        }
    }
}
