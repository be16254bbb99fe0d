import FHEventLoop
import FHHosting
import SystemPackage

/// Determines the location of a workspace's tables.
enum StoreLocation {
    /// The location for a workspace file.
    ///
    /// - Parameter stateFolder: the folder of all locations; nil for the default.
    static func place(forWorkspace path: String, stateFolder: String?) -> StorePlace {
        let folder = stateFolder ?? DataFolders.usualState
        return StorePlace(program: [program], tables: "\(folder)/\(name(forWorkspace: path)).db")
    }

    /// The path of the SQLite plugin, which is in the folder of this program.
    ///
    /// If the folder is unknown, this is only the plugin's file name, which is looked up in `PATH`.
    private static var program: String {
        guard let own = OwnProcess.executable else { return StorePlace.defaultProgram }
        return FilePath(own).folderAndName.folder.appending(StorePlace.defaultProgram).string
    }

    /// A readable name with a hash of the path.
    ///
    /// The hash distinguishes files with equal names in different folders.
    private static func name(forWorkspace path: String) -> String {
        let normal = FilePath(absolutePath(of: path)).lexicallyNormalized()
        let stem = normal.lastComponent?.string.split(separator: ".").first.map(String.init) ?? "workspace"
        return "\(stem)-\(hexadecimal(hash(of: normal.string)))"
    }

    /// The hash FNV-1a (Fowler, Noll, Vo) with 64 bits.
    ///
    /// It is the same in each run.
    private static func hash(of text: String) -> UInt64 {
        text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    private static func hexadecimal(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
