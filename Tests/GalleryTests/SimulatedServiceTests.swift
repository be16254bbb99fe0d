import FHJSON
import FeatureKit
import Testing

@testable import FHGallery

@Suite struct SimulatedServiceTests {
    private func service(_ params: String) throws -> SimulatedService {
        var reader = SimulationParams(try JSONValue(parsing: params))
        let service = SimulatedService(&reader)
        try reader.finish()
        return service
    }

    @Test func hasDefaults() throws {
        #expect(try service("{}") == SimulatedService(outcome: .loaded, then: .loaded, delayMs: 1_500))
    }

    @Test func readsAllThatMayBeSaid() throws {
        #expect(
            try service(#"{"outcome":"alert","then":"fullScreen","delayMs":0}"#)
                == SimulatedService(outcome: .alert, then: .fullScreen, delayMs: 0))
    }

    @Test func namesEachMistake() throws {
        #expect {
            try service(#"{"outcome":"maybe","then":1,"delayMs":-1}"#)
        } throws: { error in
            guard case .invalidParams(let fields)? = error as? ActionRefusal else { return false }
            return fields.map(\.path) == ["/outcome", "/then", "/delayMs"]
                && fields.map(\.code) == ["invalid", "type", "invalid"]
                && fields[0].message == #"must be one of "loaded", "alert", "fullScreen""#
        }
    }
}
