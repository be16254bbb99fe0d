import EventLoop
import Hosting
import SystemPackage

/// Finds where the tables of a workspace are kept.
enum StoreLocation {
    /// The place for a workspace file.
    ///
    /// - Parameter stateFolder: the folder of all such places; nil is the usual one.
    static func place(forWorkspace path: String, stateFolder: String?) -> StorePlace {
        let folder = stateFolder ?? DataFolders.usualState
        return StorePlace(program: [program], tables: "\(folder)/\(name(forWorkspace: path)).db")
    }

    /// The program beside this one; where that can't be told, the one in `PATH`.
    private static var program: String {
        guard let own = OwnProcess.executable else { return StorePlace.defaultProgram }
        return FilePath(own).folderAndName.folder.appending(StorePlace.defaultProgram).string
    }

    /// A name for people, and a number that differs where the workspace is another file of the same name.
    private static func name(forWorkspace path: String) -> String {
        let normal = FilePath(absolutePath(of: path)).lexicallyNormalized()
        let stem = normal.lastComponent?.string.split(separator: ".").first.map(String.init) ?? "workspace"
        return "\(stem)-\(hexadecimal(hash(of: normal.string)))"
    }

    /// FNV-1a (Fowler, Noll, Vo), 64 bits: the same in every run.
    private static func hash(of text: String) -> UInt64 {
        text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    private static func hexadecimal(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
