import { newImages } from '../../copy/images.ts'
import { Button } from '../../ui/button.tsx'
import { useControl } from '../control-context.ts'
import { useSelection } from '../selection/selection-store.ts'
import { useView } from '../view/view-store.ts'
import styles from './arrivals-pill.module.css'

/** "12 new" over the grid: records that match and wait to be let in. */
export function ArrivalsPill() {
  const { loader, parts } = useControl()
  const arrivals = useView((state) => state.arrivals)
  if (arrivals === null) return null
  const take = () => {
    loader.takeArrivals()
    parts.focusGrid()
    const [record] = arrivals.numbers
    if (record !== undefined) useSelection.setState({ reveal: { record } })
  }
  return (
    <Button look="box" size="small" icon="plus" className={styles.pill} onClick={take}>
      {newImages(arrivals.numbers.length)}
    </Button>
  )
}
