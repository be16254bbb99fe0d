import SystemPackage
import Testing

@testable import FHEventLoop

struct FilePathFolderTests {
    @Test(arguments: ["/a/b", "/a", "a", "a/b/c", "./a", "../a", "a//b", "/a/b/", "/", "", "a/..", "é/ö.txt"])
    func isWhatTheLibrarySays(path: String) {
        let path = FilePath(path)
        let (folder, name) = path.folderAndName
        #expect(folder == path.removingLastComponent() && name == path.lastComponent?.string ?? "")
    }
}
