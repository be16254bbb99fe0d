// swift-tools-version: 6.2
// The matcher under libFuzzer: a package of its own, since all that it is made of is instrumented.
import PackageDescription

let package = Package(
    name: "fuzz",
    targets: [
        .target(name: "CVector"),
        .target(name: "TextFolding"),
        .target(name: "FuzzyMatch", dependencies: ["CVector", "TextFolding"]),
        .executableTarget(
            name: "FuzzMatcher", dependencies: ["FuzzyMatch"],
            swiftSettings: [.unsafeFlags(["-parse-as-library"])]),
    ],
    swiftLanguageModes: [.v6]
)
