import { useMediaQuery } from '../../frame/use-media-query.ts'
import { pictureEdge } from '../../frame/picture-address.ts'

/** Edge to ask for, in device px, for a picture shown at `edge` CSS px; follows the window to another screen. */
export function usePictureEdge(edge: number): number {
  const isDense = useMediaQuery('(resolution > 1dppx)')
  return pictureEdge(edge, isDense ? window.devicePixelRatio : 1)
}
