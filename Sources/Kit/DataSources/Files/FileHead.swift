import FHRowCollections
import FeatureKit
import SystemPackage

/// The first rows of a long file, which are shown while the whole file is being read.
///
/// Only rows that the whole file has too are read, unless the file contains their ids once more, or changes meanwhile.
struct FileHead {
    /// The maximum length in bytes of a file that is read as a whole at once, because that takes a few milliseconds.
    static let shortFile = 1 << 20
    /// The number of bytes that are read of a longer file.
    private static let length = 1 << 18

    let rows: RowCollection

    /// Reads the first rows of a file.
    ///
    /// - Returns: Nil if the file is short, is not UTF-8, or has any fault in its first bytes.
    init?(of path: FilePath, _ format: FileFormat, _ encoding: TextEncoding, idKey: String) {
        guard let bytes = try? AtomicFile(path).readHead(Self.length, ofFilesLongerThan: Self.shortFile),
            !EncodedText.isDecoded(bytes, encoding), let text = format.wholeRecords(of: bytes),
            let content = try? format.decode(text, idKey: idKey, name: path.string),
            !content.rows.isEmpty, content.notes.isFaultless
        else { return nil }
        rows = content.rows
    }

    /// True if these rows are the first of all rows of the file.
    func begins(_ all: RowCollection) -> Bool {
        rows.count <= all.count && (0..<rows.count).allSatisfy { rows[$0] == all[$0] }
    }

    /// The first page, or nil if the request is about other rows.
    func page(_ request: FetchRequest) -> Page? {
        guard case .offset(let offset) = request.start, offset <= 0, request.limit > 0 else { return nil }
        return Page(rows: rows.batch(0..<min(request.limit, rows.count)), endReached: false, growth: .running)
    }
}

/// The editions of a file's rows, and the answers before the whole file was read.
struct FileEditions {
    /// The number of different contents that were read or written.
    var count = 0
    /// The state by which the appended part of the file is read.
    var growth = FileGrowth()
    /// The rows that were returned before the whole file was read; nil if there were none, and after the comparison
    /// with all rows.
    private var head: FileHead?
    /// The edition of the pages: it changes if the first rows turn out to be others than those that were returned.
    ///
    /// Nil if only pages of the whole file were returned.
    private var edition: Int?

    /// Returns the first page of a long file, for a request that accepts it; otherwise nil.
    mutating func page(
        _ request: FetchRequest, of path: FilePath, _ format: FileFormat, _ encoding: TextEncoding, idKey: String
    ) -> Page? {
        guard request.wait == .rows, request.query.isPlain,
            let head = FileHead(of: path, format, encoding, idKey: idKey),
            let page = head.page(request)
        else { return nil }
        self.head = head
        edition = edition ?? 0
        return marked(page)
    }

    /// Compares the rows that were returned with all rows of the file.
    mutating func compare(with all: RowCollection) {
        if let head, !head.begins(all) { edition = (edition ?? 0) + 1 }
        head = nil
    }

    /// Returns the page with the edition.
    func marked(_ page: Page) -> Page { edition.map { page.with(edition: $0) } ?? page }
}

extension FileNotes {
    /// True if each record is a row that can be changed.
    var isFaultless: Bool {
        problems.count == 0 && firstFault == nil && locked.isEmpty && leftOut.isEmpty && blocked == nil
    }
}

extension FileFormat {
    /// Returns the beginning of a text as a complete text, without a last record that may be cut off.
    ///
    /// - Parameter head: The first bytes of a file.
    /// - Returns: Nil if there is no complete record, or if an array has a fault.
    func wholeRecords(of head: [UInt8]) -> [UInt8]? {
        switch self {
        case .json: return Self.wholeElements(of: head)
        case .lines, .jsonl, .tsv, .csv:
            var splitter = RecordSplitter(hasQuotes: self == .csv)
            var end = 0
            while let next = splitter.nextEnd(in: head, from: end) { end = next }
            return end == 0 ? nil : Array(head[..<end])
        }
    }

    private static func wholeElements(of head: [UInt8]) -> [UInt8]? {
        let end: Int? = head.withUnsafeBytes { bytes in
            guard var reader = ArrayReader(bytes) else { return nil }
            var end: Int?
            // An element before a comma is complete.
            while let element = reader.next(), element.end < bytes.count, bytes[element.end] == UInt8(ascii: ",") {
                guard element.fault == nil, reader.takeBreaks().isEmpty else { return nil }
                end = element.range.upperBound
            }
            return end
        }
        return end.map { head[..<$0] + [UInt8(ascii: "]")] }
    }
}
