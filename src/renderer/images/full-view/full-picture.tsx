import type { CSSProperties } from 'react'
import type { RecordNumber } from '../../../shared/image.ts'
import { usePreferences } from '../../stores/preferences-store.ts'
import { pictureAddress } from '../../frame/picture-address.ts'
import { usePictureEdge } from '../grid/use-picture-edge.ts'
import { useView } from '../view/view-store.ts'
import { useFullView } from './full-view-store.ts'
import type { PictureLoad } from './use-picture-load.ts'
import { placed } from './zoom.ts'
import type { Zoom, ZoomFrame } from './zoom.ts'
import styles from './full-view.module.css'

/** The picture at its place and scale; the tile's own picture stands in until the whole one is here. */
export function FullPicture({ record, load }: { readonly record: RecordNumber; readonly load: PictureLoad }) {
  const zoom = useFullView((state) => state.zoom)
  const frame = useFullView((state) => state.frame)
  const first = useTilePicture(record)
  if (frame === null || load.address === null) return null
  return (
    <div className={styles.print} style={printStyle(zoom, { ...frame, picture: load.size })}>
      {!load.isLoaded && first !== null && <img className={styles.picture} src={first} alt="" draggable={false} />}
      <img
        key={load.address}
        className={styles.picture}
        src={load.address}
        alt=""
        draggable={false}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
          load.onLoad({ width: naturalWidth, height: naturalHeight })
        }
        onError={load.onError}
      />
    </div>
  )
}

/** The address the grid shows this record with: that one is in memory. */
function useTilePicture(record: RecordNumber): string | null {
  const tile = usePreferences((state) => state.preferences.tile)
  const edge = usePictureEdge(tile)
  const stamp = useView((state) => state.rows.get(record)?.picture ?? null)
  return stamp === null ? null : pictureAddress(record, stamp, edge)
}

function printStyle(zoom: Zoom, frame: ZoomFrame): CSSProperties {
  const { scale, x, y } = placed(zoom, frame)
  return {
    inlineSize: frame.picture.width * scale,
    blockSize: frame.picture.height * scale,
    transform: `translate(-50%, -50%) translate(${x}px, ${y}px)`
  }
}
