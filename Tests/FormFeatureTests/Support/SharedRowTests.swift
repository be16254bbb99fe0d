import FHJSON
import FeatureKit

@testable import FHFormFeature

/// Helpers for tests of forms about a row that others change too.
protocol SharedRowTests {}

extension SharedRowTests {
    static var fields: [FieldConfiguration] {
        [
            field("title"), field("note"),
            field("place", .group) { $0.fields = [field("city")] },
            field("tags", .multiPicker) { $0.options = options(#""red""#, #""blue""#, #""green""#) },
            field("lines", .repeated) { $0.fields = [field("q", .number)] },
        ]
    }
    static var row: String {
        #"{"title":"Boat","note":"moored","place":{"city":"Oslo"},"tags":["red"],"lines":[{"id":"a","q":1}]}"#
    }

    func configuration(_ values: String) -> FormConfiguration {
        var configuration = FormConfiguration(
            title: "Test", sections: [FormSection(fields: Self.fields)], ids: IDGenerator(seed: 1))
        configuration.values = text(values)
        return configuration
    }

    func form() -> FormDriver { FormDriver(configuration(Self.row), rowID: "7") }

    /// Returns the row with a patch.
    func row(_ patch: String) -> JSONText { json(Self.row).merged(with: json(patch)) }

    func follow(_ form: inout FormDriver, _ patch: String) {
        form.apply(.followed(values: row(patch), version: "2"))
    }
}
