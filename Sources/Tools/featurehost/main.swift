import FHGallery
import HostCommands

HostProcess.main(gallery: GalleryFeatures.all)
