import FHGallery
import FHJSON
import FeatureKit
import Foundation
import Testing

@testable import FHHosting

/// The stored catalog of the gallery equals the derived one; `UPDATE_CATALOG=1` rewrites it.
@Suite struct CatalogTests {
    private let file = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Sources/Tools/Gallery/GalleryCatalog.swift")

    private func text(of features: [FeatureRegistration]) -> JSONText {
        JSONText.build { json in
            json.beginArray()
            Catalog(features).writeElements(to: &json)
            json.endArray()
        }
    }

    @Test func whatIsWrittenDownIsWhatWouldBeDerived() throws {
        let derived = text(of: GalleryFeatures.declared)
        if ProcessInfo.processInfo.environment["UPDATE_CATALOG"] != nil { try write(derived) }
        let written = text(of: GalleryFeatures.all)
        #expect(written.value == derived.value, "UPDATE_CATALOG=1 writes the catalog anew")
        #expect(GalleryFeatures.all.allSatisfy { $0.entry != nil }, "UPDATE_CATALOG=1 writes the catalog anew")
        #expect(!written.string.utf8.contains(UInt8(ascii: "\n")))
    }

    private func write(_ catalog: JSONText) throws {
        let old = try String(contentsOf: file, encoding: .utf8)
        let head = old.prefix { $0 != "[" } + "[String: StaticString] = [\n"
        let entries = catalog.value.elements.map { entry in
            let text = JSONText(entry).string
            return "        \"\(entry["id"]?.stringValue ?? "")\": ##\"\(text)\"##,\n"
        }
        try (head + entries.joined() + "    ]\n}\n").write(to: file, atomically: true, encoding: .utf8)
    }
}
