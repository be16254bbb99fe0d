import FHTerminalScreen
import FHTerminalUI
import Glibc
import SystemPackage

/// A folder with pictures of the frames of a played session.
///
/// Each picture is named after the title of its frame: `The whole list` is in `the-whole-list.svg`. A later frame with
/// the same name gets a number, such as `the-whole-list-2.svg`.
public final class PlayedPictures {
    private let folder: FilePath
    private let configuration: ThemeConfiguration
    private var isDark: Bool
    /// The number of frames with each name.
    private var counts: [String: Int] = [:]

    /// Makes a folder if there is none.
    ///
    /// - Parameters:
    ///   - mode: dark or light; nil for the choice of the configuration, which is dark if it chooses neither.
    ///   - configuration: the colours that the user has configured.
    /// - Throws: ``PlayedSession/Failure`` if the folder can't be made.
    public init(
        in folder: String, _ mode: ThemeConfiguration.Mode?, _ configuration: ThemeConfiguration
    ) throws(PlayedSession.Failure) {
        self.folder = FilePath(folder)
        self.configuration = configuration
        isDark = (mode ?? configuration.mode) != .light
        guard mkdir(folder, 0o777) == 0 || errno == EEXIST else {
            throw PlayedSession.Failure(reason: "\(folder): can't be made: \(Errno(rawValue: errno))")
        }
    }

    /// The colours of the next frame.
    var theme: Theme { Theme(.direct, isDark: isDark, changes: configuration.changes(isDark: isDark)) }

    /// Switches between dark and light.
    func toggleTheme() { isDark.toggle() }

    /// Writes the picture of a frame.
    func add(_ played: PlayedFrame) throws(PlayedSession.Failure) {
        let name = Self.name(for: played.title)
        let count = counts[name, default: 0] + 1
        counts[name] = count
        let path = folder.appending(count == 1 ? "\(name).svg" : "\(name)-\(count).svg")
        let picture = ScreenPicture(of: played.frame, title: played.title, isDark: isDark)
        do {
            let file = try FileDescriptor.open(
                path, .writeOnly, options: [.create, .truncate],
                permissions: [.ownerReadWrite, .groupRead, .otherRead])
            try file.closeAfter { _ = try file.writeAll(picture.svg.utf8) }
        } catch {
            throw PlayedSession.Failure(reason: "\(path): can't be written: \(error)")
        }
    }

    /// Returns the letters and digits of a title, with hyphens between the words.
    private static func name(for title: String) -> String {
        let words = title.lowercased().split { !$0.isLetter && !$0.isNumber }
        return words.isEmpty ? "frame" : words.joined(separator: "-")
    }
}
