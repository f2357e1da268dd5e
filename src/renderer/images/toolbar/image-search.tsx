import { useEffect, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { MAX_SEARCH_LENGTH } from '../../../shared/limits.ts'
import { imagesCopy, searchScope } from '../../copy/images.ts'
import { useFacets } from '../../stores/facet-store.ts'
import { pendingSaves } from '../../stores/pending-saves.ts'
import { useQuery } from '../../stores/query-store.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import { useControl } from '../control-context.ts'
import styles from './image-search.module.css'

/** Letters typed within this are one search. */
const TYPING_PAUSE_MS = 120

/** Searches as one types. Esc clears it, then gives the focus back to the grid; Enter and down go there at once. */
export function ImageSearch() {
  const { parts } = useControl()
  const [text, setText] = useSearchText()
  const totals = useFacets((state) => state.counts?.totals)
  const withPrompt = totals?.withPrompt ?? 0
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const leaves = event.key === 'Enter' || event.key === 'ArrowDown' || (event.key === 'Escape' && text === '')
    if (!leaves) return
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
          label={imagesCopy.search}
          clearLabel={imagesCopy.clearSearch}
          placeholder={withPrompt > 0 ? imagesCopy.searchNamesAndPrompts : imagesCopy.searchNames}
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

/** The text as typed, a moment ahead of the query; a search changed elsewhere (a chip, the sidebar) replaces it. */
function useSearchText(): readonly [string, (text: string) => void] {
  const search = useQuery((state) => state.query.search)
  const [text, setText] = useState(search)
  const [known, setKnown] = useState(search)
  if (known !== search) {
    setKnown(search)
    if (search !== text.trim()) setText(search)
  }
  useEffect(() => {
    const wanted = text.trim()
    if (wanted === useQuery.getState().query.search) return undefined
    const ask = () => useQuery.getState().setQuery({ search: wanted })
    return pendingSaves.after(ask, wanted === '' ? 0 : TYPING_PAUSE_MS)
  }, [text])
  return [text, setText]
}
