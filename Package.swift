// swift-tools-version: 6.2
// Targets stand in the order of the layers: nothing imports what stands below it.
// Each names all that it reaches, also through others: the optimiser takes code along from there, and a target is
// rebuilt only when one that it names has changed.
// `Tests/ArchitectureTests` holds the imports against the table in `Sources/README.md`.
import PackageDescription

let settings: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let collections = Target.Dependency.product(name: "Collections", package: "swift-collections")
let system = Target.Dependency.product(name: "SystemPackage", package: "swift-system")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let grdbSQLite = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")
let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")

func library(_ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []) -> Target {
    .target(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: settings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name, dependencies: dependencies + ["TestSupport"], swiftSettings: settings)
}

/// A program that libFuzzer has the `main` of.
func fuzzer(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies, path: "Tests/Fuzz/\(name)",
        swiftSettings: settings + [.unsafeFlags(["-parse-as-library"])])
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
    targets: [
        .systemLibrary(name: "CJansson", pkgConfig: "jansson", providers: [.apt(["libjansson-dev"])]),
        library("JSON", ["CJansson"]),
        library("JSONRPC", ["JSON"]),
        .systemLibrary(name: "CMalloc"),
        .target(name: "CSpawn"),
        .target(name: "CTasks"),
        library("EventLoop", ["CMalloc", "CSpawn", "CTasks", system]),
        library("TextFolding"),
        .systemLibrary(name: "CMessageDigest", pkgConfig: "libmd", providers: [.apt(["libmd-dev"])]),
        .systemLibrary(name: "CPCRE2", pkgConfig: "libpcre2-8", providers: [.apt(["libpcre2-dev"])]),
        library("Patterns", ["CPCRE2"]),
        library("TextFormats", ["Patterns"]),
        library("Querying", ["JSON", "TextFolding"]),
        library("FeatureKit", ["JSON", "Querying", "TextFolding", collections]),
        library("FeatureTesting", ["FeatureKit", "JSON", "Querying", "TextFolding", collections]),
        library("ListFeature", ["FeatureKit", "JSON", "Querying", "TextFolding", collections]),
        library(
            "FormFeature",
            ["FeatureKit", "JSON", "Patterns", "Querying", "TextFolding", "TextFormats", collections]),
        .target(name: "CCores"),
        .target(name: "CVector"),
        library("FuzzyMatch", ["CCores", "CVector", "TextFolding"]),
        library(
            "SearchFeature",
            ["FeatureKit", "CCores", "CVector", "FuzzyMatch", "JSON", "Querying", "TextFolding", collections]),
        library("FlowFeature", ["FeatureKit", "JSON", "Querying", "TextFolding", collections]),
        .systemLibrary(name: "CAttributes"),
        library(
            "DataSources",
            ["CAttributes", "FeatureKit", "EventLoop", "JSON", "Querying", "TextFolding", collections, system]),
        library(
            "Gallery",
            [
                "FeatureKit", "ListFeature", "FormFeature", "CCores", "CVector", "FuzzyMatch",
                "SearchFeature",
                "DataSources", "EventLoop", "JSON", "Patterns", "Querying", "TextFolding", "TextFormats", collections,
                system,
            ], exclude: ["README.md"]),
        .target(name: "COpenRPC"),
        library(
            "Hosting",
            [
                "JSON", "JSONRPC", "EventLoop", "FeatureKit", "ListFeature", "FormFeature", "CCores",
                "CVector",
                "FuzzyMatch", "Patterns", "SearchFeature", "FlowFeature", "DataSources", "Querying", "TextFolding",
                "TextFormats", "COpenRPC", collections, system, logging,
            ]),
        .target(name: "CConformance"),
        library("Conformance", ["CConformance", "JSON", "EventLoop", "Patterns", collections, system]),
        library(
            "HostCommands",
            [
                "Conformance", "CConformance", "JSON", "JSONRPC", "EventLoop", "FeatureKit",
                "ListFeature", "FormFeature", "CCores", "CVector",
                "FuzzyMatch", "Patterns", "SearchFeature", "FlowFeature", "DataSources", "Hosting", "Querying",
                "TextFolding", "TextFormats", "COpenRPC", "CMessageDigest", argumentParser, logging, system,
            ]),
        .executableTarget(
            name: "featurehost",
            dependencies: [
                "Conformance", "CConformance", "JSON", "JSONRPC", "EventLoop", "FeatureKit",
                "ListFeature", "FormFeature", "CCores", "CVector",
                "FuzzyMatch", "Patterns", "SearchFeature", "FlowFeature", "DataSources", "Hosting", "HostCommands",
                "Gallery", "Querying", "TextFolding", "TextFormats", "COpenRPC", argumentParser, logging, system,
            ],
            swiftSettings: settings),
        library(
            "FeaturePlugin",
            [
                "JSON", "JSONRPC", "EventLoop", "FeatureKit", "ListFeature", "FormFeature", "CCores",
                "CVector",
                "FuzzyMatch", "Patterns", "SearchFeature", "FlowFeature", "DataSources", "Hosting", "Querying",
                "TextFolding", "TextFormats", "COpenRPC", collections, system, logging,
            ]),
        library(
            "SQLiteSources",
            [
                "FeaturePlugin", "JSON", "JSONRPC", "EventLoop", "FeatureKit", "ListFeature",
                "FormFeature", "CCores", "CVector",
                "FuzzyMatch", "Patterns", "SearchFeature", "FlowFeature", "DataSources", "Hosting", "Querying",
                "TextFolding", "TextFormats", "COpenRPC", collections, system, logging, grdb,
                grdbSQLite,
            ]),
        .executableTarget(
            name: "featurehost-sqlite",
            dependencies: [
                "SQLiteSources", "FeaturePlugin", "JSON", "JSONRPC", "EventLoop", "FeatureKit",
                "ListFeature", "FormFeature", "CCores", "CVector",
                "FuzzyMatch", "Patterns", "SearchFeature", "FlowFeature", "DataSources", "Hosting", "Querying",
                "TextFolding", "TextFormats", "COpenRPC", collections, system, logging, grdb,
                grdbSQLite,
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "GalleryPlugin",
            dependencies: [
                "FeaturePlugin", "Gallery", "JSON", "JSONRPC", "EventLoop", "FeatureKit", "ListFeature",
                "FormFeature", "CCores", "CVector", "FuzzyMatch", "Patterns", "SearchFeature", "FlowFeature",
                "DataSources",
                "Hosting", "Querying", "TextFolding", "TextFormats", "COpenRPC", collections, system, logging,
            ],
            path: "Tests/GalleryPlugin", swiftSettings: settings),
        .executableTarget(
            name: "Encoding",
            dependencies: [
                "JSON", "EventLoop", "FeatureKit", "ListFeature", "DataSources", "Querying", "TextFolding",
                "TextFormats", collections, system,
            ],
            path: "Benchmarks/Encoding", swiftSettings: settings),
        .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: settings),
        tests("JSONTests", ["JSON", "CJansson"]),
        tests("JSONRPCTests", ["JSONRPC"]),
        tests("EventLoopTests", ["EventLoop", system]),
        tests("QueryingTests", ["Querying", "TextFolding", "JSON"]),
        tests("PatternsTests", ["Patterns"]),
        tests("TextFormatsTests", ["TextFormats"]),
        tests("FeatureKitTests", ["FeatureKit", "FeatureTesting"]),
        tests("ListFeatureTests", ["ListFeature", "FeatureTesting", "Querying", collections]),
        tests("FormFeatureTests", ["FormFeature", "FeatureTesting", "Querying", "TextFormats", collections]),
        tests("FuzzyMatchTests", ["FuzzyMatch"]),
        tests("SearchFeatureTests", ["SearchFeature", "FeatureTesting", collections]),
        tests("FlowFeatureTests", ["FlowFeature", "FeatureTesting", collections]),
        tests("DataSourcesTests", ["DataSources", "FeatureTesting", "Querying", system]),
        tests("GalleryTests", ["Gallery", "FeatureKit", "FeatureTesting", "JSON", "ListFeature", collections]),
        tests("ConformanceTests", ["Conformance"]),
        tests("HostingTests", ["Hosting", "Gallery", "EventLoop", logging]),
        tests(
            "FeaturePluginTests",
            ["FeaturePlugin", "FeatureKit", "FeatureTesting", "Hosting", "JSON", "EventLoop", "Querying", system]),
        tests(
            "SQLiteSourcesTests",
            ["SQLiteSources", "FeaturePlugin", "FeatureKit", "JSON", "Querying", system, grdb, grdbSQLite]),
        tests("ArchitectureTests", []),
    ],
    swiftLanguageModes: [.v6]
)

// Nothing else can be built with what they are built with: `Tests/Fuzz/run` alone asks for them.
if Context.environment["FEATUREHOST_FUZZERS"] != nil {
    package.targets += [
        fuzzer("FuzzMatcher", ["CCores", "CVector", "FuzzyMatch", "TextFolding"]),
        fuzzer("FuzzFrames", ["JSON", "JSONRPC"]),
        fuzzer("FuzzPatches", ["JSON"]),
        fuzzer(
            "FuzzWorkspaces",
            [
                "JSON", "JSONRPC", "EventLoop", "FeatureKit", "ListFeature", "FormFeature", "CCores",
                "CVector",
                "FuzzyMatch", "Patterns", "SearchFeature", "FlowFeature", "DataSources", "Hosting", "Querying",
                "TextFolding", "TextFormats", "COpenRPC", collections, system, logging,
            ]),
        fuzzer(
            "FuzzCheck",
            [
                "JSON", "JSONRPC", "EventLoop", "FeatureKit", "ListFeature", "FormFeature", "CCores", "CVector",
                "FuzzyMatch", "Patterns", "SearchFeature", "FlowFeature", "DataSources", "Hosting", "HostCommands",
                "Querying", "TextFolding", "TextFormats", "COpenRPC", "CConformance", "Conformance", collections,
                system, logging, argumentParser,
            ]),
    ]
}
