import { useEffect } from 'react'
import type { RecordNumber } from '../../../shared/image.ts'
import { useControl } from '../control-context.ts'
import { FULL_EDGE, pictureAddress } from '../../frame/picture-address.ts'
import { shownOrder, useView } from '../view/view-store.ts'
import { neighborsOf } from './neighbors.ts'

/** Reads the rows of the image and its neighbors, and brings the neighbors' pictures into memory. */
export function usePreparedNeighbors(record: RecordNumber): void {
  const { loader } = useControl()
  const order = useView(shownOrder)
  const addresses = useView((state) =>
    neighborsOf(shownOrder(state), record)
      .map((neighbor) => fullAddress(neighbor, state.rows.get(neighbor)?.picture ?? null))
      .join(' ')
  )

  useEffect(() => {
    loader.watch('full-view', Uint32Array.of(record, ...neighborsOf(order, record)))
  }, [loader, record, order])
  useEffect(() => () => loader.watch('full-view', new Uint32Array(0)), [loader])

  useEffect(() => {
    const pictures = addresses.split(' ').filter((address) => address !== '')
    for (const address of pictures) {
      const picture = new Image()
      picture.decoding = 'async'
      picture.src = address
    }
  }, [addresses])
}

function fullAddress(record: RecordNumber, stamp: string | null): string {
  return stamp === null ? '' : pictureAddress(record, stamp, FULL_EDGE)
}
