import FHKindParts
import FeatureKit
import Testing

@Suite struct NameLabelTests {
    @Test(arguments: [
        ("pageCount", "Page count"), ("page_count", "Page count"), ("page-count", "Page count"),
        ("PageCount", "Page count"), ("page.count", "Page count"), ("PAGE_COUNT", "Page count"),
        ("Page Count", "Page Count"), (" page  count ", "Page  count"), ("URLPath", "URL path"),
        ("pageURL", "Page URL"), ("URL", "URL"), ("id", "Id"), ("userID", "User ID"), ("x", "X"), ("XAxis", "X axis"),
        ("addressLine2", "Address line 2"), ("line_2", "Line 2"), ("line2Text", "Line 2 text"), ("utf8", "Utf8"),
        ("SHA256Sum", "SHA256 sum"), ("/at/port", "At port"), ("_private", "Private"), ("__", "__"), ("", ""),
        ("été_prochain", "Été prochain"), ("2ndName", "2nd name"),
    ])
    func aNameOfAnyUsualSpellingHasALabel(name: String, label: String) {
        #expect(NameLabel.label(of: name) == label)
    }

    @Test func aColumnIsADetailUnlessItSaysOtherwise() {
        let column = Column(key: "page_count")
        #expect(column.role == .detail)
        #expect(column.label == "Page count")
    }
}
