import Foundation
import Testing

/// Compares the imports of every target with the table in `Sources/README.md` and with `Package.swift`.
@Suite struct ArchitectureTests {
    /// The allowed imports of each target, from the rows `| \`Target\` | what it does | \`A\`, \`B\` |`.
    private static var table: [String: Set<String>] {
        get throws {
            let page = try String(contentsOf: SourceTree.sources.appendingPathComponent("README.md"), encoding: .utf8)
            var table: [String: Set<String>] = [:]
            for line in page.split(separator: "\n") where line.hasPrefix("| `") {
                let cells = line.split(separator: "|").map { names(in: $0) }
                guard cells.count == 3, let target = cells[0].first else { continue }
                table[target] = Set(cells[2])
            }
            return table
        }
    }

    private static func names(in cell: Substring) -> [String] {
        cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset % 2 == 1 }.map { String($0.element) }
    }

    @Test func everyTargetIsInTheTable() throws {
        let folders = SourceTree.folders(in: SourceTree.sources.appendingPathComponent("C"))
        let names = SourceTree.targets.map(\.module) + folders.map { "CFH\($0)" }
        #expect(try Set(Self.table.keys) == Set(names))
    }

    @Test func everyFolderIsALayer() {
        let layers = SourceTree.layers.filter { $0 != SourceTree.terminal }
        #expect(SourceTree.folders(in: SourceTree.sources) == (layers + ["C"]).sorted())
    }

    @Test func targetsImportOnlyWhatTheTableAllows() throws {
        let table = try Self.table
        for target in SourceTree.targets {
            for file in target.files {
                for name in try file.imports where table[target.module]?.contains(name) != true {
                    Issue.record("\(file.name) imports \(name), which the table doesn't allow")
                }
            }
        }
    }

    @Test func targetsImportOnlyTheirLayerAndLowerOnes() throws {
        let rank = Dictionary(uniqueKeysWithValues: SourceTree.layers.enumerated().map { ($1, $0) })
        let layers = Dictionary(uniqueKeysWithValues: SourceTree.targets.map { ($0.module, $0.layer) })
        for target in SourceTree.targets {
            for file in target.files {
                for name in try file.imports {
                    guard let layer = layers[name], let other = rank[layer], let own = rank[target.layer] else {
                        continue
                    }
                    #expect(other <= own, "\(file.name) imports \(name) of the higher layer \(layer)")
                }
            }
        }
    }

    /// `Package.swift` names all imports of a target: the target is not rebuilt after a change of any other import.
    @Test func theManifestNamesWhatEachTargetImports() throws {
        let manifest = try String(contentsOf: SourceTree.root.appendingPathComponent("Package.swift"), encoding: .utf8)
        let declaration = try Regex(
            #"targets\.(?:module|program)\(\s*"([\w-]+)"(?:,\s*in: \.\w+)?(?:,\s*\[([^\]]*)\])?"#)
        var declared: [String: Set<String>] = [:]
        for match in manifest.matches(of: declaration) {
            let names = match.output[2].substring.map { $0.split(separator: "\"").map(String.init) } ?? []
            declared[String(match.output[1].substring ?? "")] = Set(names)
        }
        let products = ["DequeModule": "Collections", "HeapModule": "Collections", "OrderedCollections": "Collections"]
        let ofTheToolchain: Set = ["Glibc", "Swift", "Synchronization"]
        for target in SourceTree.targets {
            let names = try #require(declared[target.module], "Package.swift declares no target \(target.module)")
            for file in target.files {
                for name in try file.imports where !ofTheToolchain.contains(name) {
                    #expect(
                        names.contains(products[name] ?? name),
                        "\(file.name) imports \(name), which Package.swift does not name")
                }
            }
        }
    }

    @Test func noTargetImportsFoundation() throws {
        for file in SourceTree.files {
            #expect(try !file.imports.contains { $0.hasPrefix("Foundation") }, "\(file.name)")
        }
    }

    /// A plugin in Swift links only a few modules, without PCRE2, file formats and the kinds.
    @Test func thePluginLibraryIsSmall() throws {
        let modules = Dictionary(uniqueKeysWithValues: SourceTree.targets.map { ($0.module, $0) })
        var reached: Set = ["FeaturePlugin"]
        var open = ["FeaturePlugin"]
        while let module = open.popLast() {
            for file in modules[module]?.files ?? [] {
                for name in try file.imports where modules[name] != nil && reached.insert(name).inserted {
                    open.append(name)
                }
            }
        }
        #expect(reached.count <= 12, "\(reached.sorted())")
        let lines = try reached.flatMap { modules[$0]?.files ?? [] }.map { try $0.text.count { $0.isNewline } }
        #expect(lines.reduce(0, +) <= 36_000)
        #expect(!reached.contains { modules[$0]?.layer == "Kinds" })
        #expect(reached.isDisjoint(with: ["FHPatterns", "FHTextFormats", "FHDataSources", "FHWorkspaces"]))
    }
}
