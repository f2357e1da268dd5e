/** How large a picture is before it was loaded. Pure. */

import type { PictureSize } from '../../../shared/picture-info.ts'

const RESOLUTION = /^(\d{1,5})x(\d{1,5})$/
const USUAL: PictureSize = { width: 1024, height: 1024 }

/** Size that a resolution like "512x512" names; the usual one for any other. */
export function sizeOfResolution(resolution: string | null): PictureSize {
  const [, width, height] = RESOLUTION.exec(resolution ?? '') ?? []
  const size = { width: Number(width ?? 0), height: Number(height ?? 0) }
  return size.width > 0 && size.height > 0 ? size : USUAL
}
