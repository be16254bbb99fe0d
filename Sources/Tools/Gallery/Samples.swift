/// A row of ``Posts``.
struct Post: Codable, Equatable, Identifiable, Sendable {
    let id: Int
    let title: String
    let body: String

    static let samples = [
        Post(id: 1, title: "First Post", body: "This is the first post content"),
        Post(id: 2, title: "Second Post", body: "This is the second post content"),
        Post(id: 3, title: "Third Post", body: "This is the third post content"),
    ]
}

/// A user of ``Profile`` and ``UserList``.
struct User: Codable, Equatable, Identifiable, Sendable {
    let id: String
    let name: String
    let email: String

    static let ada = User(id: "1", name: "Ada Lovelace", email: "ada@example.com")
    static let samples = [ada, User(id: "2", name: "Grace Hopper", email: "grace@example.com")]
}

/// An order, shown by ``OrderDetail``.
struct Order: Codable, Equatable, Identifiable, Sendable {
    struct Item: Codable, Equatable, Sendable {
        let name: String
        let cents: Int
    }

    let id: String
    let date: String
    let items: [Item]

    var totalCents: Int { items.reduce(0) { $0 + $1.cents } }

    static let samples = [
        Order(id: "1", date: "2026-11-03", items: [Item(name: "Tea", cents: 450), Item(name: "Cup", cents: 1_200)]),
        Order(id: "2", date: "2026-11-20", items: [Item(name: "Bread", cents: 380)]),
    ]
}
