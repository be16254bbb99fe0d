// swift-tools-version: 6.2
// Targets stand in the order of the layers: none imports what stands below it. Each names what it imports.
// `Tests/ArchitectureTests` holds the imports against the table in `Sources/README.md`.
import PackageDescription

let settings: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// Products of other packages, by the names that targets use for them.
let products: [String: Target.Dependency] = [
    "Collections": .product(name: "Collections", package: "swift-collections"),
    "SystemPackage": .product(name: "SystemPackage", package: "swift-system"),
    "Logging": .product(name: "Logging", package: "swift-log"),
    "GRDB": .product(name: "GRDB", package: "GRDB.swift"),
    "GRDBSQLite": .product(name: "GRDBSQLite", package: "GRDB.swift"),
    "ArgumentParser": .product(name: "ArgumentParser", package: "swift-argument-parser"),
]

/// The layers, which are the folders of `Sources`, from the lowest to the highest.
enum Layer: String {
    case c = "C"
    case base = "Base"
    case kit = "Kit"
    case kinds = "Kinds"
    case host = "Host"
    case tools = "Tools"

    /// The folder of a module: its name without the prefix that sets it apart from modules of other packages.
    func folder(of module: String) -> String {
        let prefix = ["CFH", "FH"].first { module.hasPrefix($0) } ?? ""
        return "Sources/\(rawValue)/\(module.dropFirst(prefix.count))"
    }
}

/// The targets of this package, each with the closure of what it imports.
///
/// With cross-module optimization a target contains code of modules that it reaches only through others, and SwiftPM
/// rebuilds a target only when a target that it names has changed. So each names the whole closure.
struct Targets {
    private(set) var all: [Target] = []
    private var reached: [String: [String]] = [:]

    /// The names in `imports` and what these reach, each once.
    private func closure(of imports: [String]) -> [String] {
        var names: [String] = []
        for name in imports.flatMap({ (reached[$0] ?? []) + [$0] }) where !names.contains(name) { names.append(name) }
        return names
    }

    private mutating func add(_ name: String, _ imports: [String], _ make: ([Target.Dependency]) -> Target) {
        let names = closure(of: imports)
        reached[name] = names
        all.append(make(names.map { products[$0] ?? .target(name: $0) }))
    }

    /// Adds a C library of the system.
    mutating func system(_ name: String, pkgConfig: String? = nil, package: String? = nil) {
        reached[name] = []
        all.append(
            .systemLibrary(
                name: name, path: Layer.c.folder(of: name), pkgConfig: pkgConfig,
                providers: package.map { [.apt([$0])] }))
    }

    /// Adds a target of our own C code.
    mutating func c(_ name: String) {
        add(name, []) { _ in .target(name: name, path: Layer.c.folder(of: name)) }
    }

    /// Adds a Swift module.
    mutating func module(_ name: String, in layer: Layer, _ imports: [String] = [], exclude: [String] = []) {
        module(name, imports, path: layer.folder(of: name), exclude: exclude)
    }

    /// Adds a Swift module in a folder of its own.
    mutating func module(_ name: String, _ imports: [String] = [], path: String, exclude: [String] = []) {
        add(name, imports) {
            .target(name: name, dependencies: $0, path: path, exclude: exclude, swiftSettings: settings)
        }
    }

    /// Adds a program.
    mutating func program(_ name: String, _ imports: [String], path: String) {
        add(name, imports) {
            .executableTarget(name: name, dependencies: $0, path: path, swiftSettings: settings)
        }
    }

    /// Adds tests.
    mutating func tests(_ name: String, _ imports: [String], exclude: [String] = []) {
        add(name, imports + ["TestSupport"]) {
            .testTarget(name: name, dependencies: $0, exclude: exclude, swiftSettings: settings)
        }
    }

    /// Adds a program that libFuzzer has the `main` of.
    mutating func fuzzer(_ name: String, _ imports: [String]) {
        add(name, imports) {
            .executableTarget(
                name: name, dependencies: $0, path: "Tests/Fuzz/\(name)",
                swiftSettings: settings + [.unsafeFlags(["-parse-as-library"])])
        }
    }
}

var targets = Targets()

targets.system("CFHJansson", pkgConfig: "jansson", package: "libjansson-dev")
targets.module("FHJSON", in: .base, ["CFHJansson"])
targets.module("FHJSONRPC", in: .base, ["FHJSON"])
targets.system("CFHMalloc")
targets.c("CFHSpawn")
targets.c("CFHTasks")
targets.module("FHEventLoop", in: .base, ["CFHMalloc", "CFHSpawn", "CFHTasks", "SystemPackage"])
targets.module("FHUnixSockets", in: .base, ["FHEventLoop", "SystemPackage"])
targets.module("FHTextFolding", in: .base)
targets.system("CFHMessageDigest", pkgConfig: "libmd", package: "libmd-dev")
targets.system("CFHPCRE2", pkgConfig: "libpcre2-8", package: "libpcre2-dev")
targets.module("FHPatterns", in: .base, ["CFHPCRE2"])
targets.module("FHTextFormats", in: .base, ["FHPatterns"])
targets.system("CFHMarkdown", package: "libcmark-gfm-extensions-dev")
targets.module("FHMarkdown", in: .base, ["CFHMarkdown"])
targets.module("FHFormats", in: .base, ["FHJSON"])
targets.module("FHRows", in: .base, ["CFHMalloc", "FHJSON", "FHTextFolding"])
targets.module("FHFeatureValues", in: .kit, ["FHJSON", "FHRows", "Collections"])
targets.module("FeatureKit", in: .kit, ["FHJSON", "FHRows", "FHFeatureValues", "Collections"])
targets.module("FeatureTesting", in: .kit, ["FHJSON", "FeatureKit", "Collections"])
targets.module("FHKindParts", in: .kinds, ["FHFormats", "FHJSON", "FeatureKit"])
targets.module("FHDeclarations", in: .kinds, ["FHJSON", "FHRows", "FeatureKit", "FHKindParts", "Collections"])
targets.module("FHRowCollections", in: .base, ["FHJSON", "FHRows"])
targets.module(
    "FHListFeature", in: .kinds,
    ["FHJSON", "FeatureKit", "FHKindParts", "FHDeclarations", "FHRowCollections", "Collections"])
targets.module(
    "FHFormFeature", in: .kinds,
    [
        "FHJSON", "FHPatterns", "FHTextFormats", "FHRows", "FeatureKit", "FHKindParts", "FHDeclarations",
        "FHRowCollections", "Collections",
    ])
targets.c("CFHCores")
targets.c("CFHVector")
targets.module("FHFuzzyMatch", in: .base, ["FHTextFolding", "CFHCores", "CFHVector"])
targets.module(
    "FHSearchFeature", in: .kinds,
    ["FHJSON", "FeatureKit", "FHKindParts", "FHDeclarations", "FHRowCollections", "FHFuzzyMatch", "Collections"])
targets.module(
    "FHFlowFeature", in: .kinds,
    ["FHJSON", "FHTextFormats", "FHRows", "FeatureKit", "FHKindParts", "FHDeclarations", "FHRowCollections"])
targets.module(
    "FHTextFeature", in: .kinds,
    [
        "FHJSON", "FHPatterns", "FHMarkdown", "FHRows", "FeatureKit", "FHKindParts", "FHDeclarations",
        "FHRowCollections",
    ])
targets.module("FHViewFeature", in: .kinds, ["FHJSON", "FeatureKit", "FHKindParts", "FHDeclarations"])
targets.module("FHRemoteSources", in: .kit, ["FHJSON", "FeatureKit"])
targets.system("CFHAttributes")
targets.module(
    "FHDataSources", in: .kit,
    [
        "FHJSON", "FHEventLoop", "FHTextFolding", "FeatureKit", "FHRowCollections", "CFHAttributes", "CFHVector",
        "Collections", "SystemPackage",
    ])
targets.module(
    "FHGallery", in: .tools,
    [
        "FHJSON", "FeatureKit", "FHKindParts", "FHListFeature", "FHFormFeature", "FHSearchFeature", "FHDataSources",
    ], exclude: ["README.md"])
targets.module(
    "FHPeers", in: .host,
    [
        "FHJSON", "FHJSONRPC", "FHEventLoop", "FeatureKit", "FHRemoteSources", "Collections", "SystemPackage",
        "Logging",
    ])
targets.c("CFHOpenRPC")
targets.module(
    "FHHosting", in: .host,
    [
        "FHJSON", "FHJSONRPC", "FHEventLoop", "FeatureKit", "FHRemoteSources", "FHPeers", "CFHOpenRPC",
        "Collections", "SystemPackage", "Logging",
    ])
targets.module("FHCommands", in: .host, ["FHJSON", "FHFuzzyMatch", "FeatureKit", "FHKindParts", "FHHosting"])
targets.module("FHServing", in: .host, ["FHJSON", "FHEventLoop", "FHHosting", "SystemPackage", "Logging"])
targets.module(
    "FHRecording", in: .host,
    [
        "FHCommands", "FHJSON", "FHJSONRPC", "FHEventLoop", "FeatureKit", "FHPeers", "FHHosting", "Collections",
        "SystemPackage",
        "Logging",
    ])
targets.module(
    "FHWorkspaces", in: .host,
    [
        "FHJSON", "FHEventLoop", "FeatureKit", "FHKindParts", "FHDeclarations", "FHListFeature", "FHFormFeature",
        "FHSearchFeature", "FHFlowFeature", "FHTextFeature", "FHViewFeature", "FHRemoteSources", "FHDataSources",
        "FHPeers", "FHHosting",
        "Collections", "SystemPackage", "Logging",
    ])
targets.c("CFHConformance")
targets.module(
    "FHConformance", in: .tools,
    ["FHJSON", "FHEventLoop", "FHUnixSockets", "FHPatterns", "CFHConformance", "Collections", "SystemPackage"])
targets.system("CFHWidth", package: "libutf8proc-dev")
targets.system("CFHTerminfo", package: "libncurses-dev")
targets.module("FHTerminalScreen", ["CFHWidth", "CFHTerminfo"], path: "clients/terminal/Screen")
targets.module("FHTerminalClient", ["FHJSON"], path: "clients/terminal/Client")
targets.module(
    "FHTerminalUI", ["FHJSON", "FHTerminalScreen", "FHTerminalClient"], path: "clients/terminal/UI")
targets.module("FHTerminalPlain", ["FHJSON", "FHTerminalClient"], path: "clients/terminal/Plain")
targets.module(
    "FHTerminalProgram",
    [
        "FHJSON", "FHJSONRPC", "FHEventLoop", "FHHosting", "FHServing", "FHTerminalScreen", "FHTerminalClient",
        "FHTerminalUI", "FHTerminalPlain", "SystemPackage",
    ], path: "clients/terminal/Program")
targets.module(
    "FHTerminalDialogs", ["FHFuzzyMatch", "FHJSON", "FHTerminalScreen", "FHTerminalUI"],
    path: "clients/terminal/Dialogs", exclude: ["README.md"])
targets.module(
    "HostCommands", in: .tools,
    [
        "FHJSON", "FHJSONRPC", "FHEventLoop", "FHUnixSockets", "CFHMessageDigest", "FeatureKit", "FHDeclarations",
        "FHFormFeature", "FHFuzzyMatch", "FHPeers", "FHHosting", "FHServing", "FHRecording", "FHWorkspaces",
        "FHCommands", "FHConformance",
        "FHTerminalScreen", "FHTerminalProgram", "FHTerminalDialogs", "SystemPackage", "Logging", "ArgumentParser",
    ])
targets.program("featurehost", ["FHGallery", "HostCommands"], path: "Sources/Tools/featurehost")
targets.module(
    "FeaturePlugin", in: .host,
    ["FHJSON", "FHEventLoop", "FeatureKit", "FHPeers", "FHHosting", "FHServing", "SystemPackage", "Logging"])
targets.module(
    "FHSQLiteSources", in: .host,
    [
        "FHJSON", "FHEventLoop", "FHRows", "FeatureKit", "FHKindParts", "FHRowCollections", "FHFuzzyMatch",
        "FHDataSources", "FeaturePlugin", "SystemPackage", "GRDB", "GRDBSQLite",
    ])
targets.program("featurehost-sqlite", ["FeaturePlugin", "FHSQLiteSources"], path: "Sources/Tools/featurehost-sqlite")
targets.program("GalleryPlugin", ["FHGallery", "FHHosting", "FeaturePlugin"], path: "Tests/GalleryPlugin")
targets.program(
    "Encoding",
    ["FHJSON", "FHEventLoop", "FeatureKit", "FHKindParts", "FHListFeature", "FHDataSources"],
    path: "Benchmarks/Encoding")
targets.module("TestSupport", path: "Tests/TestSupport")
targets.module("FHTerminalModel", ["FHTerminalScreen"], path: "Tests/TerminalModel")
targets.tests("JSONTests", ["CFHJansson", "FHJSON", "FHRowCollections"])
targets.tests("JSONRPCTests", ["FHJSON", "FHJSONRPC"])
targets.tests("EventLoopTests", ["FHEventLoop", "FHUnixSockets", "SystemPackage"])
targets.tests("RowsTests", ["FHJSON", "FHTextFolding", "FHRows", "FHRowCollections"])
targets.tests("FormatsTests", ["FHJSON", "FHFormats"])
targets.tests("PatternsTests", ["FHPatterns"])
targets.tests("TextFormatsTests", ["FHTextFormats"])
targets.tests(
    "FeatureKitTests",
    ["FHJSON", "FHKindParts", "FHRows", "FHFeatureValues", "FeatureKit", "FeatureTesting", "FHRowCollections"])
targets.tests(
    "ListFeatureTests",
    ["FHJSON", "FeatureKit", "FeatureTesting", "FHKindParts", "FHRowCollections", "FHListFeature", "Collections"])
targets.tests(
    "FormFeatureTests", ["FHJSON", "FHTextFormats", "FeatureKit", "FeatureTesting", "FHKindParts", "FHFormFeature"])
targets.tests("FuzzyMatchTests", ["FHRowCollections", "FHFuzzyMatch"])
targets.tests(
    "SearchFeatureTests",
    ["FHJSON", "FeatureKit", "FeatureTesting", "FHKindParts", "FHFuzzyMatch", "FHSearchFeature"])
targets.tests(
    "FlowFeatureTests",
    ["FHJSON", "FHRows", "FHFeatureValues", "FeatureKit", "FeatureTesting", "FHKindParts", "FHFlowFeature"])
targets.tests("MarkdownTests", ["FHMarkdown"])
targets.tests(
    "TextFeatureTests",
    ["FHJSON", "FHRows", "FeatureKit", "FeatureTesting", "FHKindParts", "FHRowCollections", "FHTextFeature"])
targets.tests(
    "ViewFeatureTests", ["FHJSON", "FeatureKit", "FeatureTesting", "FHKindParts", "FHListFeature", "FHViewFeature"])
targets.tests(
    "DataSourcesTests",
    [
        "FHJSON", "FHEventLoop", "FHRows", "FeatureKit", "FeatureTesting", "FHRowCollections", "FHRemoteSources",
        "FHDataSources", "SystemPackage",
    ])
targets.tests(
    "GalleryTests",
    [
        "FHJSON", "FeatureKit", "FeatureTesting", "FHKindParts", "FHRowCollections", "FHListFeature",
        "FHFormFeature", "FHSearchFeature", "FHGallery",
    ])
targets.tests("ConformanceTests", ["FHJSON", "FHConformance"])
targets.tests(
    "HostingTests",
    [
        "FHJSON", "FHJSONRPC", "FHEventLoop", "FHRows", "FHFeatureValues", "FeatureKit", "FHDeclarations",
        "FHListFeature", "FHFormFeature", "FHSearchFeature", "FHFlowFeature", "FHTextFeature", "FHViewFeature",
        "FHGallery", "FHPeers", "FHHosting", "FHServing", "FHWorkspaces", "FHCommands", "SystemPackage", "Logging",
    ])
targets.tests(
    "FeaturePluginTests",
    ["FHJSON", "FeatureKit", "FeatureTesting", "FHPeers", "FHHosting", "FHServing", "FeaturePlugin", "SystemPackage"])
targets.tests("SQLiteSourcesTests", ["FHJSON", "FHKindParts", "FeatureKit", "FHSQLiteSources", "GRDB"])
targets.tests(
    "TerminalTests",
    [
        "FHJSON", "FHEventLoop", "FHFuzzyMatch", "FHHosting", "FHWorkspaces", "FHCommands", "FHTerminalScreen",
        "FHTerminalClient", "FHTerminalUI", "FHTerminalPlain", "FHTerminalProgram", "FHTerminalDialogs",
        "FHTerminalModel", "HostCommands",
        "Logging",
    ], exclude: ["Sessions"])
targets.tests("ArchitectureTests", [])

// Nothing else can be built with what they are built with: `Tests/Fuzz/run` alone asks for them.
if Context.environment["FEATUREHOST_FUZZERS"] != nil {
    targets.fuzzer("FuzzMatcher", ["FHFuzzyMatch"])
    targets.fuzzer("FuzzFrames", ["FHJSON", "FHJSONRPC"])
    targets.fuzzer("FuzzPatches", ["FHJSON"])
    targets.fuzzer("FuzzWorkspaces", ["FHJSON", "FeatureKit", "FHDeclarations", "FHHosting", "FHWorkspaces"])
    targets.fuzzer("FuzzCheck", ["HostCommands"])
    targets.fuzzer(
        "FuzzTerminal",
        [
            "FHJSON", "FHEventLoop", "FeatureKit", "FHPeers", "FHHosting", "FHWorkspaces", "FHGallery",
            "FHTerminalScreen", "FHTerminalClient", "FHTerminalUI", "FHTerminalProgram", "FHTerminalModel",
            "SystemPackage", "Logging",
        ])
}

let package = Package(
    name: "featurehost",
    products: [
        .executable(name: "featurehost", targets: ["featurehost"]),
        .executable(name: "featurehost-sqlite", targets: ["featurehost-sqlite"]),
        .library(name: "FeatureKit", targets: ["FeatureKit"]),
        .library(name: "FeatureTesting", targets: ["FeatureTesting"]),
        .library(name: "HostCommands", targets: ["HostCommands"]),
        .library(name: "FeaturePlugin", targets: ["FeaturePlugin"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"),
    ],
    targets: targets.all,
    swiftLanguageModes: [.v6]
)
