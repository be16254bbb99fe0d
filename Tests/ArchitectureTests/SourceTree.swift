import Foundation

/// A Swift target below `Sources` or `clients/terminal`.
struct SourceTarget {
    /// The layer of the target, which is the name of the enclosing folder.
    let layer: String
    let folder: URL

    /// The module's name.
    ///
    /// A module that is not a product has the prefix `FH`, which no other package uses.
    let module: String

    /// The Swift files of the target, sorted by path.
    var files: [SourceFile] { SourceTree.files(in: folder).map { SourceFile(url: $0) } }
}

/// A Swift file below `Sources`, `clients/terminal` or `Tests`.
struct SourceFile {
    let url: URL

    /// The path below the root of the repository.
    var name: String { String(url.path.dropFirst(SourceTree.root.path.count + 1)) }

    var text: String {
        get throws { try String(contentsOf: url, encoding: .utf8) }
    }

    /// The names of the modules that the file imports.
    var imports: [String] {
        get throws {
            try text.split(separator: "\n").compactMap { line in
                let words = line.split(separator: " ")
                guard let place = words.firstIndex(of: "import"), place < 3, place + 1 < words.count else { return nil }
                let before = words[..<place]
                guard before.allSatisfy({ $0 == "public" || $0 == "internal" || $0.hasPrefix("@") }) else { return nil }
                let isOfOne = ["struct", "class", "enum", "func"].contains(words[place + 1])
                return String(words[place + (isOfOne ? 2 : 1)].split(separator: ".")[0])
            }
        }
    }
}

/// The files of the repository, as the architecture tests read them.
enum SourceTree {
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    static let sources = root.appendingPathComponent("Sources")

    /// The layers, from the lowest to the highest; `C` has no Swift.
    static let layers = ["Base", "Kit", "Kinds", "Host", terminal, "Tools"]
    /// The layer whose targets are in the folder of a client, and have its name as a prefix.
    static let terminal = "Terminal"
    static let products: Set = [
        "FeatureKit", "FeatureTesting", "FeaturePlugin", "HostCommands", "featurehost", "featurehost-sqlite",
    ]

    static func files(in folder: URL) -> [URL] {
        let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.allObjects ?? []
        return all.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }.sorted { $0.path < $1.path }
    }

    static func folders(in folder: URL) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { !$0.contains(".") }.sorted()
    }

    /// The folder of a layer.
    static func folder(ofLayer layer: String) -> URL {
        layer == terminal
            ? root.appendingPathComponent("clients/terminal") : sources.appendingPathComponent(layer)
    }

    static let targets = layers.flatMap { layer in
        let folder = folder(ofLayer: layer)
        return folders(in: folder).map { name in
            let prefix = layer == terminal ? "FHTerminal" : "FH"
            return SourceTarget(
                layer: layer, folder: folder.appendingPathComponent(name),
                module: products.contains(name) ? name : prefix + name)
        }
    }

    /// All Swift files of the targets.
    static var files: [SourceFile] { targets.flatMap(\.files) }
}
