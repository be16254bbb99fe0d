import ArgumentParser
import FHTerminalProgram

/// The options of `featurehost ui` about pictures of a played session.
struct PictureOptions: ParsableArguments {
    /// The colours of pictures.
    enum Colours: String, CaseIterable, ExpressibleByArgument {
        case dark, light
    }

    @Option(
        name: .customLong("svg"),
        help: ArgumentHelp(
            "With --play, write the frames as SVG pictures to this folder, instead of printing them.",
            valueName: "folder"))
    var folder: String?

    @Option(
        name: .customLong("theme"),
        help: "With --svg, the colours of the pictures; default: those of --config, or else dark.")
    var colours: Colours?

    func validate() throws {
        if colours != nil, folder == nil { throw ValidationError("--theme is for --svg; a terminal has its own") }
    }

    /// Makes the folder of the pictures; returns nil if none are requested.
    func pictures(_ configuration: ThemeConfiguration) throws(PlayedSession.Failure) -> PlayedPictures? {
        guard let folder else { return nil }
        let mode = colours.flatMap { ThemeConfiguration.Mode(rawValue: $0.rawValue) }
        return try PlayedPictures(in: folder, mode, configuration)
    }
}
