// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "mydaemon",
    dependencies: [.package(name: "featurehost", path: "../..")],
    targets: [
        .executableTarget(
            name: "mydaemon",
            dependencies: [
                .product(name: "FeatureKit", package: "featurehost"),
                .product(name: "HostCommands", package: "featurehost"),
            ]),
        .testTarget(
            name: "mydaemonTests",
            dependencies: ["mydaemon", .product(name: "FeatureTesting", package: "featurehost")]),
    ],
    swiftLanguageModes: [.v6]
)
