import Gallery
import HostCommands

HostProcess.main(gallery: GalleryFeatures.all)
