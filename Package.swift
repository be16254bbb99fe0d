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
        all.append(.systemLibrary(name: name, pkgConfig: pkgConfig, providers: package.map { [.apt([$0])] }))
    }

    /// Adds a target of our own C code.
    mutating func c(_ name: String) {
        add(name, []) { _ in .target(name: name) }
    }

    /// Adds a Swift module.
    mutating func module(_ name: String, _ imports: [String] = [], path: String? = nil, exclude: [String] = []) {
        add(name, imports) {
            .target(name: name, dependencies: $0, path: path, exclude: exclude, swiftSettings: settings)
        }
    }

    /// Adds a program.
    mutating func program(_ name: String, _ imports: [String], path: String? = nil) {
        add(name, imports) {
            .executableTarget(name: name, dependencies: $0, path: path, swiftSettings: settings)
        }
    }

    /// Adds tests.
    mutating func tests(_ name: String, _ imports: [String]) {
        add(name, imports + ["TestSupport"]) {
            .testTarget(name: name, dependencies: $0, swiftSettings: settings)
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

targets.system("CJansson", pkgConfig: "jansson", package: "libjansson-dev")
targets.module("JSON", ["CJansson"])
targets.module("JSONRPC", ["JSON"])
targets.system("CMalloc")
targets.c("CSpawn")
targets.c("CTasks")
targets.module("EventLoop", ["CMalloc", "CSpawn", "CTasks", "SystemPackage"])
targets.module("TextFolding")
targets.system("CMessageDigest", pkgConfig: "libmd", package: "libmd-dev")
targets.system("CPCRE2", pkgConfig: "libpcre2-8", package: "libpcre2-dev")
targets.module("Patterns", ["CPCRE2"])
targets.module("TextFormats", ["Patterns"])
targets.module("Rows", ["JSON", "TextFolding"])
targets.module("FeatureKit", ["JSON", "Rows", "Collections"])
targets.module("FeatureTesting", ["JSON", "FeatureKit", "Collections"])
targets.module("ListFeature", ["JSON", "FeatureKit", "Collections"])
targets.module("FormFeature", ["JSON", "Patterns", "TextFormats", "Rows", "FeatureKit", "Collections"])
targets.c("CCores")
targets.c("CVector")
targets.module("FuzzyMatch", ["TextFolding", "CCores", "CVector"])
targets.module("SearchFeature", ["JSON", "FeatureKit", "FuzzyMatch", "Collections"])
targets.module("FlowFeature", ["JSON", "Rows", "FeatureKit"])
targets.module("RemoteSources", ["JSON", "FeatureKit"])
targets.system("CAttributes")
targets.module("DataSources", ["JSON", "EventLoop", "FeatureKit", "CAttributes", "Collections", "SystemPackage"])
targets.module(
    "Gallery",
    ["JSON", "FeatureKit", "ListFeature", "FormFeature", "SearchFeature", "DataSources"], exclude: ["README.md"])
targets.c("COpenRPC")
targets.module(
    "Hosting",
    [
        "JSON", "JSONRPC", "EventLoop", "Rows", "FeatureKit", "RemoteSources", "COpenRPC", "Collections",
        "SystemPackage", "Logging",
    ])
targets.module(
    "Recording", ["JSON", "JSONRPC", "EventLoop", "FeatureKit", "Hosting", "Collections", "SystemPackage", "Logging"])
targets.module(
    "Workspaces",
    [
        "JSON", "EventLoop", "TextFormats", "Rows", "FeatureKit", "ListFeature", "FormFeature", "SearchFeature",
        "FlowFeature", "RemoteSources", "DataSources", "Hosting", "Collections", "SystemPackage", "Logging",
    ])
targets.c("CConformance")
targets.module("Conformance", ["JSON", "EventLoop", "Patterns", "CConformance", "Collections", "SystemPackage"])
targets.module(
    "HostCommands",
    [
        "JSON", "EventLoop", "CMessageDigest", "Rows", "FeatureKit", "FuzzyMatch", "Hosting", "Recording",
        "Workspaces", "Conformance", "SystemPackage", "Logging", "ArgumentParser",
    ])
targets.program("featurehost", ["Gallery", "HostCommands"])
targets.module("FeaturePlugin", ["JSON", "EventLoop", "FeatureKit", "Hosting", "SystemPackage", "Logging"])
targets.module(
    "SQLiteSources",
    [
        "JSON", "EventLoop", "Rows", "FeatureKit", "FuzzyMatch", "DataSources", "FeaturePlugin", "SystemPackage",
        "GRDB", "GRDBSQLite",
    ])
targets.program("featurehost-sqlite", ["FeaturePlugin", "SQLiteSources"])
targets.program("GalleryPlugin", ["Gallery", "Hosting", "FeaturePlugin"], path: "Tests/GalleryPlugin")
targets.program(
    "Encoding", ["JSON", "EventLoop", "FeatureKit", "ListFeature", "DataSources"], path: "Benchmarks/Encoding")
targets.module("TestSupport", path: "Tests/TestSupport")
targets.tests("JSONTests", ["CJansson", "JSON", "Rows"])
targets.tests("JSONRPCTests", ["JSON", "JSONRPC"])
targets.tests("EventLoopTests", ["EventLoop", "Rows", "SystemPackage"])
targets.tests("RowsTests", ["JSON", "TextFolding", "Rows"])
targets.tests("PatternsTests", ["Patterns"])
targets.tests("TextFormatsTests", ["TextFormats"])
targets.tests("FeatureKitTests", ["JSON", "Rows", "FeatureKit", "FeatureTesting"])
targets.tests("ListFeatureTests", ["JSON", "FeatureKit", "FeatureTesting", "ListFeature", "Collections"])
targets.tests("FormFeatureTests", ["JSON", "TextFormats", "FeatureKit", "FeatureTesting", "FormFeature"])
targets.tests("FuzzyMatchTests", ["FuzzyMatch"])
targets.tests("SearchFeatureTests", ["JSON", "FeatureKit", "FeatureTesting", "FuzzyMatch", "SearchFeature"])
targets.tests("FlowFeatureTests", ["JSON", "Rows", "FeatureKit", "FeatureTesting", "FlowFeature"])
targets.tests(
    "DataSourcesTests",
    ["JSON", "EventLoop", "FeatureKit", "FeatureTesting", "RemoteSources", "DataSources", "SystemPackage"])
targets.tests(
    "GalleryTests",
    ["JSON", "FeatureKit", "FeatureTesting", "ListFeature", "FormFeature", "SearchFeature", "Gallery"])
targets.tests("ConformanceTests", ["JSON", "Conformance"])
targets.tests(
    "HostingTests",
    [
        "JSON", "JSONRPC", "EventLoop", "Rows", "FeatureKit", "ListFeature", "FormFeature", "SearchFeature",
        "FlowFeature", "Gallery", "Hosting", "Workspaces", "SystemPackage", "Logging",
    ])
targets.tests(
    "FeaturePluginTests", ["JSON", "FeatureKit", "FeatureTesting", "Hosting", "FeaturePlugin", "SystemPackage"])
targets.tests("SQLiteSourcesTests", ["JSON", "FeatureKit", "SQLiteSources", "GRDB"])
targets.tests("ArchitectureTests", [])

// Nothing else can be built with what they are built with: `Tests/Fuzz/run` alone asks for them.
if Context.environment["FEATUREHOST_FUZZERS"] != nil {
    targets.fuzzer("FuzzMatcher", ["FuzzyMatch"])
    targets.fuzzer("FuzzFrames", ["JSON", "JSONRPC"])
    targets.fuzzer("FuzzPatches", ["JSON"])
    targets.fuzzer("FuzzWorkspaces", ["JSON", "FeatureKit", "Hosting", "Workspaces"])
    targets.fuzzer("FuzzCheck", ["HostCommands"])
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
