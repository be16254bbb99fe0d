import FeatureKit
import JSON
import Testing

@testable import Gallery

@Suite struct SimulatedServiceTests {
    @Test func hasDefaults() throws {
        #expect(try SimulatedService(.emptyObject) == SimulatedService(outcome: .loaded, then: .loaded, delayMs: 1_500))
    }

    @Test func readsAllThatMayBeSaid() throws {
        let params = try JSONText(parsing: #"{"outcome":"alert","then":"fullScreen","delayMs":0}"#)
        #expect(
            try SimulatedService(params.value)
                == SimulatedService(outcome: .alert, then: .fullScreen, delayMs: 0))
    }

    @Test func namesEachMistake() throws {
        let params = try JSONText(parsing: #"{"outcome":"maybe","then":1,"delayMs":-1}"#)
        #expect {
            try SimulatedService(params.value)
        } throws: { error in
            guard case .invalidParams(let fields)? = error as? ActionRefusal else { return false }
            return fields.map(\.path) == ["/outcome", "/then", "/delayMs"]
                && fields.map(\.code) == ["invalid", "type", "invalid"]
                && fields[0].message == #"must be one of "loaded", "alert", "fullScreen""#
        }
    }
}
