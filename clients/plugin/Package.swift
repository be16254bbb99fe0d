// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "myplugin",
    dependencies: [.package(name: "featurehost", path: "../..")],
    targets: [
        .executableTarget(
            name: "myplugin",
            dependencies: [
                .product(name: "FeatureKit", package: "featurehost"),
                .product(name: "FeaturePlugin", package: "featurehost"),
            ]),
        .testTarget(
            name: "mypluginTests",
            dependencies: ["myplugin", .product(name: "FeatureTesting", package: "featurehost")]),
    ],
    swiftLanguageModes: [.v6]
)
