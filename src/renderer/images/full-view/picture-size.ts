/** How large a picture is before it was loaded. Pure. */

export interface PictureSize {
  readonly width: number
  readonly height: number
}

const RESOLUTION = /^(\d{1,5})x(\d{1,5})$/
const USUAL: PictureSize = { width: 1024, height: 1024 }

/**
 * Its size as shown: what was loaded, unless that is only a smaller copy of the same shape, which stands in while the
 * whole picture cannot be had.
 */
export function sizeOfPicture(loaded: PictureSize, told: PictureSize): PictureSize {
  const isSameShape = loaded.width * told.height === loaded.height * told.width
  return isSameShape && loaded.width < told.width ? told : loaded
}

/** Size that a resolution like "512x512" names; the usual one for any other. */
export function sizeOfResolution(resolution: string | null): PictureSize {
  const [, width, height] = RESOLUTION.exec(resolution ?? '') ?? []
  const size = { width: Number(width ?? 0), height: Number(height ?? 0) }
  return size.width > 0 && size.height > 0 ? size : USUAL
}
