import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { MAX_SEARCH_LENGTH } from '../../../shared/limits.ts'
import { searchScope, viewCount, viewTitle } from '../../../copy/images.ts'
import { copy } from '../../../copy/language.ts'
import { type InspectorPanel, PanelButton, SampleMark } from '../../frame/app-frame.tsx'
import { type CreateState, openCreate, useCreate } from '../../stores/create-store.ts'
import { useFacets } from '../../stores/facet-store.ts'
import { pendingSaves } from '../../stores/pending-saves.ts'
import { countFilters, resetQuery, setQuery, useQuery } from '../../stores/query-store.ts'
import { currentSendTime, useSync } from '../../stores/sync-store.ts'
import { Tooltip } from '../../ui/popover.tsx'
import { SearchField } from '../../ui/text-field.tsx'
import { showToast, until } from '../../ui/toast.tsx'
import { useControl } from '../commands/control.ts'
import { positionOf } from '../selection/records.ts'
import { useSelection } from '../selection/selection.ts'
import type { ViewLoader } from '../view/view-loader.ts'
import { shownOrder, useView, viewNumbers } from '../view/view-store.ts'
import { FilterButton, ReviewButton, SizeSlider, SortButton, ToolbarButton } from './toolbar-choices.tsx'
import styles from './images-toolbar.module.css'

/** Title and controls of the images screen. */
export function ImagesToolbar({ panel }: { readonly panel: InspectorPanel }) {
  // The create form replaces the panel.
  const isCreating = useCreate((state) => state.isOpen)
  return (
    <>
      <ViewTitle />
      <ImageSearch />
      <ReviewButton />
      <FilterButton />
      <SortButton />
      <SizeSlider />
      {!isCreating && (panel.isOverlay || !panel.isOpen) && <PanelButton panel={panel} />}
      <NewImageButton />
    </>
  )
}

function ViewTitle() {
  const query = useQuery((state) => state.query)
  const counts = useFacets((state) => state.counts)
  const shown = useView((state) => state.shown)
  const isFilling = useSync(({ status }) => status?.images.reading !== null && status?.images.completeAsOf === null)
  return (
    <div className={styles.title}>
      <div className={styles.line}>
        <h1 className={styles.name}>{viewTitle(query)}</h1>
        <SampleMark />
      </div>
      <p className={styles.count}>
        {counts &&
          viewCount({
            ...viewNumbers(query, shown, counts),
            isFiltered: countFilters(query) > 0,
            isFilling
          })}
      </p>
    </div>
  )
}

/** Opens the create form, and shows the created image in the grid. */
function NewImageButton() {
  const { loader } = useControl()
  useEffect(
    () =>
      useCreate.subscribe((now, before) => {
        if (now.made !== null && now.made !== before.made) void showCreated(loader, now.made)
      }),
    [loader]
  )
  return (
    <ToolbarButton
      className={styles.newImage}
      variant="accent"
      icon="plus"
      label={copy.create.newImage}
      words={copy.create.newImage}
      onClick={() => openCreate()}
    />
  )
}

/** Shows an image created here at once, unlike other arrivals, and keeps the scroll position. */
async function showCreated(loader: ViewLoader, { record, name }: NonNullable<CreateState['made']>): Promise<void> {
  await loader.open(useQuery.getState().query)
  if (positionOf(shownOrder(useView.getState()), record) < 0) return showHiddenToast(name)
  useSelection.setState({ reveal: { record, focusesIfSeen: true } })
  const reveal = () => useSelection.setState({ active: record, reveal: { record } })
  showToast({
    text: copy.create.made[currentSendTime('images')](name),
    action: {
      label: copy.create.show,
      run: reveal,
      watch: until(useView, (view) => positionOf(shownOrder(view), record) < 0)
    }
  })
}

function showHiddenToast(name: string): void {
  showToast({
    text: copy.create.madeElsewhere(name),
    action: {
      label: copy.create.showAll,
      run: resetQuery,
      watch: until(useQuery, (now, before) => now.query !== before.query)
    }
  })
}

/** Letters typed within this time are one search. */
const TYPING_PAUSE_MS = 120

/** Searches while typing. Esc clears the text, then returns the focus to the grid; Enter and Down move it there. */
function ImageSearch() {
  const { parts } = useControl()
  const [text, setText] = useSearchText()
  const totals = useFacets((state) => state.counts?.totals)
  const withPrompt = totals?.withPrompt ?? 0
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const isLeaving = event.key === 'Enter' || event.key === 'ArrowDown' || (event.key === 'Escape' && text === '')
    if (!isLeaving) return
    event.preventDefault()
    parts.focusGrid()
  }
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    parts.register('search', input.current)
    return () => parts.register('search', null)
  }, [parts])
  return (
    <Tooltip text={searchScope(withPrompt, totals?.images ?? 0)}>
      <div className={styles.place}>
        <SearchField
          label={copy.images.search}
          clearLabel={copy.images.clearSearch}
          placeholder={withPrompt > 0 ? copy.images.searchNamesAndPrompts : copy.images.searchNames}
          className={styles.search ?? ''}
          value={text}
          maxLength={MAX_SEARCH_LENGTH}
          inputRef={input}
          onChange={setText}
          onKeyDown={onKeyDown}
        />
      </div>
    </Tooltip>
  )
}

/** Returns the typed text, briefly ahead of the query; a search changed elsewhere (a chip, the sidebar) replaces it. */
function useSearchText(): readonly [string, (text: string) => void] {
  const search = useQuery((state) => state.query.search)
  const [text, setText] = useState(search)
  const [known, setKnown] = useState(search)
  if (known !== search) {
    setKnown(search)
    if (search !== text.trim()) setText(search)
  }
  useEffect(() => {
    const trimmed = text.trim()
    if (trimmed === useQuery.getState().query.search) return undefined
    const apply = () => setQuery({ search: trimmed })
    return pendingSaves.after(apply, trimmed === '' ? 0 : TYPING_PAUSE_MS)
  }, [text])
  return [text, setText]
}
