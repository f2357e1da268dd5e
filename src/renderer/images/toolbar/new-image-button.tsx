import { useEffect } from 'react'
import { createCopy, madeElsewhere, madeText } from '../../copy/create.ts'
import { openCreate, useCreate } from '../../stores/create-store.ts'
import type { CreateState } from '../../stores/create-store.ts'
import { useQuery } from '../../stores/query-store.ts'
import { currentSendTime } from '../../stores/reach.ts'
import { showToast, until } from '../../ui/toast.tsx'
import { useControl } from '../control-context.ts'
import { placeOf } from '../selection/record-order.ts'
import { useSelection } from '../selection/selection-store.ts'
import type { ViewLoader } from '../view/view-loader.ts'
import { shownOrder, useView } from '../view/view-store.ts'
import { ToolbarButton } from './toolbar-button.tsx'
import styles from './images-toolbar.module.css'

/** Opens the create form; what is made by it is shown in the grid at once. */
export function NewImageButton() {
  const { loader } = useControl()
  useEffect(
    () =>
      useCreate.subscribe((now, before) => {
        if (now.made !== null && now.made !== before.made) void showMade(loader, now.made)
      }),
    [loader]
  )
  return (
    <ToolbarButton
      className={styles.newImage}
      look="accent"
      icon="plus"
      label={createCopy.newImage}
      words={createCopy.newImage}
      onClick={() => openCreate()}
    />
  )
}

/** Its own images are no arrivals: the view takes them in without being asked, and stays where it is. */
async function showMade(loader: ViewLoader, { record, name }: NonNullable<CreateState['made']>): Promise<void> {
  await loader.open(useQuery.getState().query)
  if (placeOf(shownOrder(useView.getState()), record) < 0) return sayHidden(name)
  useSelection.setState({ reveal: { record, focusesIfSeen: true } })
  const reveal = () => useSelection.setState({ active: record, reveal: { record } })
  showToast({
    text: madeText(name, currentSendTime('images')),
    action: {
      label: createCopy.show,
      run: reveal,
      watch: until(useView, (view) => placeOf(shownOrder(view), record) < 0)
    }
  })
}

function sayHidden(name: string): void {
  const showAll = () => useQuery.getState().reset()
  showToast({
    text: madeElsewhere(name),
    action: {
      label: createCopy.showAll,
      run: showAll,
      watch: until(useQuery, (now, before) => now.query !== before.query)
    }
  })
}
