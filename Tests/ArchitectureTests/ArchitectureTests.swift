import Foundation
import Testing

/// Compares the imports of every target with the table in `Sources/README.md`.
@Suite struct ArchitectureTests {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    private static let sources = root.appendingPathComponent("Sources")

    private static func files(in folder: URL) -> [URL] {
        let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.allObjects ?? []
        return all.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }.sorted { $0.path < $1.path }
    }

    private static var targets: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: sources.path)) ?? []
        return names.filter { !files(in: sources.appendingPathComponent($0)).isEmpty }.sorted()
    }

    /// The allowed imports of each target, from the rows `| \`Target\` | what it does | \`A\`, \`B\` |`.
    private static var table: [String: Set<String>] {
        get throws {
            let page = try String(contentsOf: sources.appendingPathComponent("README.md"), encoding: .utf8)
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

    private static func imports(of file: URL) throws -> [String] {
        try String(contentsOf: file, encoding: .utf8).split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            guard let place = words.firstIndex(of: "import"), place < 3, place + 1 < words.count else { return nil }
            let before = words[..<place]
            guard before.allSatisfy({ $0 == "public" || $0 == "internal" || $0.hasPrefix("@") }) else { return nil }
            let name =
                ["struct", "class", "enum", "func"].contains(words[place + 1]) ? words[place + 2] : words[place + 1]
            return String(name.split(separator: ".")[0])
        }
    }

    @Test func everyTargetStandsInTheTable() throws {
        let ofC: Set = [
            "CAttributes", "CConformance", "CCores", "CJansson", "CMalloc", "CMessageDigest", "COpenRPC", "CPCRE2",
            "CSpawn",
            "CTasks", "CVector",
        ]
        #expect(try Set(Self.table.keys).subtracting(ofC) == Set(Self.targets))
    }

    @Test func noTargetImportsWhatTheTableDoesNotAllow() throws {
        let table = try Self.table
        for target in Self.targets {
            for file in Self.files(in: Self.sources.appendingPathComponent(target)) {
                for name in try Self.imports(of: file) where table[target]?.contains(name) != true {
                    Issue.record("\(target)/\(file.lastPathComponent) imports \(name), which the table doesn't allow")
                }
            }
        }
    }

    /// A target that `Package.swift` does not name is not rebuilt when it changes; see `Targets` there.
    @Test func theManifestNamesWhatEachTargetImports() throws {
        let manifest = try String(contentsOf: Self.root.appendingPathComponent("Package.swift"), encoding: .utf8)
        let declaration = try Regex(#"targets\.(?:module|program)\(\s*"([\w-]+)"(?:,\s*\[([^\]]*)\])?"#)
        var declared: [String: Set<String>] = [:]
        for match in manifest.matches(of: declaration) {
            let names = match.output[2].substring.map { $0.split(separator: "\"").map(String.init) } ?? []
            declared[String(match.output[1].substring ?? "")] = Set(names)
        }
        let products = ["DequeModule": "Collections", "HeapModule": "Collections", "OrderedCollections": "Collections"]
        let ofTheToolchain: Set = ["Glibc", "Swift", "Synchronization"]
        for target in Self.targets {
            let names = try #require(declared[target], "Package.swift declares no target \(target)")
            for file in Self.files(in: Self.sources.appendingPathComponent(target)) {
                for name in try Self.imports(of: file) where !ofTheToolchain.contains(name) {
                    #expect(
                        names.contains(products[name] ?? name),
                        "\(target)/\(file.lastPathComponent) imports \(name), which Package.swift does not name")
                }
            }
        }
    }

    @Test func noTargetImportsFoundation() throws {
        for target in Self.targets {
            for file in Self.files(in: Self.sources.appendingPathComponent(target)) {
                #expect(try !Self.imports(of: file).contains { $0.hasPrefix("Foundation") }, "\(file.path)")
            }
        }
    }

    /// Text of workspaces, rows and plugins reaches a terminal only through the functions of these files, which escape
    /// control characters.
    @Test func nothingElsePrints() throws {
        let printing = try Regex(
            #"(^|[^.\w])(print|debugPrint|dump|puts|fputs|printf|fprintf|vprintf|vfprintf|perror|putchar|fwrite)\("#
                + #"|\.standard(Output|Error)\b|STD(OUT|ERR)_FILENO|\b(stdout|stderr)\b|\bwrite\([12],"#)
        let allowed: Set = ["HostCommands/StandardStreams.swift", "EventLoop/OwnProcess.swift"]
        let logging = try Regex(#"\bOwnProcess\.log\("#)
        for target in Self.targets {
            for file in Self.files(in: Self.sources.appendingPathComponent(target)) {
                let name = file.path.dropFirst(Self.sources.path.count + 1)
                for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
                    let code = line.drop(while: \.isWhitespace)
                    if code.hasPrefix("//") || code.contains("func ") { continue }
                    if !allowed.contains(String(name)), code.firstMatch(of: printing) != nil {
                        Issue.record("\(name) prints by itself: \(code)")
                    }
                    if name != "Hosting/Host/ErrorLog.swift", code.firstMatch(of: logging) != nil {
                        Issue.record("\(name) logs by itself: \(code)")
                    }
                }
            }
        }
    }

    @Test func noModuleHasTheNameOfATypeInIt() throws {
        for target in Self.targets {
            let pattern = try Regex("(struct|class|enum|actor|protocol) \(target)\\b")
            for file in Self.files(in: Self.sources.appendingPathComponent(target)) {
                let text = try String(contentsOf: file, encoding: .utf8)
                #expect(text.firstMatch(of: pattern) == nil, "\(file.lastPathComponent) declares a type \(target)")
            }
        }
    }

    /// Yielding and sleeping need threads of the runtime, which it waits for if the system grants no more.
    @Test func nothingYieldsOrSleepsByTheRuntime() throws {
        for target in Self.targets where target != "FeatureTesting" {
            for file in Self.files(in: Self.sources.appendingPathComponent(target)) {
                let text = try String(contentsOf: file, encoding: .utf8)
                for call in ["await Task.yield(", "await Task.sleep("] where text.contains(call) {
                    Issue.record("\(target)/\(file.lastPathComponent) calls \(call.dropFirst(6).dropLast())")
                }
            }
        }
    }

    @Test func filesStaySmall() throws {
        for target in Self.targets {
            for file in Self.files(in: Self.sources.appendingPathComponent(target)) {
                let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").count
                #expect(lines <= 320, "\(target)/\(file.lastPathComponent) has \(lines) lines")
            }
        }
    }

    @Test func theCounterIsShort() throws {
        let file = Self.sources.appendingPathComponent("Gallery/Counter.swift")
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 26)
    }
}
