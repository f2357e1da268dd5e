import { useCallback, useDeferredValue, useState } from 'react'
import type { LogLine } from '../../shared/connection.ts'
import { MAX_ROWS_PER_CALL, MAX_SEARCH_LENGTH } from '../../shared/limits.ts'
import { bridge } from '../bridge.ts'
import { levelLabel, logCopy, newestLines } from '../copy/activity.ts'
import { formatDateTime, formatFullDate } from '../format.ts'
import { valueOrTold } from '../commands/batch-commands.ts'
import { EmptyNote } from '../ui/empty-note.tsx'
import { FootNote } from '../ui/foot-note.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { useRead } from './use-read.ts'
import { useRevision } from './use-revision.ts'
import styles from './log-tab.module.css'

const LEVELS = ['all', 'info', 'warn', 'error'] as const
type Level = (typeof LEVELS)[number]
const OPTIONS = LEVELS.map((value) => ({ value, label: value === 'all' ? logCopy.all : levelLabel[value] }))

/** What the app wrote down, kept across starts: to search, and to hand on. */
export function LogTab() {
  const [search, setSearch] = useState('')
  const [level, setLevel] = useState<Level>('all')
  const lines = useLog(useDeferredValue(search), level === 'all' ? null : level)
  const isNarrowed = search !== '' || level !== 'all'
  return (
    <div className={styles.log}>
      <div className={styles.filters}>
        <SearchField
          label={logCopy.search}
          clearLabel={logCopy.clearSearch}
          value={search}
          onChange={(text) => setSearch(text.slice(0, MAX_SEARCH_LENGTH))}
        />
        <Segmented label={logCopy.level} value={level} options={OPTIONS} onChange={setLevel} />
      </div>
      {lines !== null && lines.length > 0 && <Lines lines={lines} />}
      {lines !== null && lines.length === 0 && (
        <EmptyNote icon="log" headline={isNarrowed ? logCopy.nothingMatches : logCopy.nothing} />
      )}
      <FootNote
        text={lines !== null && lines.length === MAX_ROWS_PER_CALL ? newestLines(lines.length) : logCopy.kept}
      />
    </div>
  )
}

function Lines({ lines }: { readonly lines: readonly KeyedLine[] }) {
  return (
    // A list without controls is scrolled by the keyboard only if it can have the focus.
    <div className={styles.lines} role="region" aria-label={logCopy.list} tabIndex={0}>
      <ul>
        {lines.map((line) => (
          <li key={line.key} data-level={line.level}>
            <time title={formatFullDate(line.at)}>{formatDateTime(line.at)}</time>
            <span className={styles.level}>{levelLabel[line.level]}</span>
            <b>{line.event}</b>
            <span className={styles.detail}>{line.detail}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The newest lines that match, as they come; null before the first answer. */
function useLog(search: string, level: LogLine['level'] | null): readonly KeyedLine[] | null {
  const read = useCallback(async () => {
    const lines = valueOrTold(await bridge.listLog({ search, level, limit: MAX_ROWS_PER_CALL }))
    return lines && keyed(lines)
  }, [search, level])
  return useRead(read, useRevision())
}

type KeyedLine = LogLine & { readonly key: string }

/** Lines of one moment may be alike: each is named by its place among those. */
function keyed(lines: readonly LogLine[]): readonly KeyedLine[] {
  const seen = new Map<string, number>()
  return lines.map((line) => {
    const name = `${line.at} ${line.event}`
    const nth = seen.get(name) ?? 0
    seen.set(name, nth + 1)
    return { ...line, key: `${name} ${nth}` }
  })
}
