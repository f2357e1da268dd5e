import { useLayoutEffect } from 'react'
import type { RefObject } from 'react'
import { useMediaQuery } from '../../frame/use-media-query.ts'
import { useElementSize } from '../grid/use-element-size.ts'
import { useFullView } from './full-view-store.ts'
import type { PictureSize } from '../../../shared/picture-info.ts'

/** Keeps the measures that zooming works with: the stage, the picture, the screen. null = there is no picture. */
export function useStageFrame(stage: RefObject<HTMLElement | null>, picture: PictureSize | null): void {
  const width = picture?.width ?? 0
  const height = picture?.height ?? 0
  const size = useElementSize(stage)
  const isDense = useMediaQuery('(resolution > 1dppx)')
  useLayoutEffect(() => {
    if (size.width === 0) return
    if (width === 0) return useFullView.setState({ frame: null })
    useFullView.setState({
      frame: {
        stage: { width: size.width, height: size.height },
        picture: { width, height },
        pixelRatio: isDense ? window.devicePixelRatio : 1
      }
    })
  }, [size, width, height, isDense])
}
