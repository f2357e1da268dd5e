import { useCallback, useDeferredValue, useState } from 'react'
import { LOG_FILTERS, type LogFilter, type LogLine } from '../../shared/connection.ts'
import { MAX_ROWS_PER_CALL, MAX_SEARCH_LENGTH } from '../../shared/limits.ts'
import { bridge } from '../bridge.ts'
import { valueOrReport } from '../commands/batch-commands.ts'
import { formatFullDate, formatMoment } from '../../copy/format.ts'
import { copy } from '../../copy/language.ts'
import { Segmented, Tickbox } from '../ui/choices.tsx'
import { Icon } from '../ui/icon.tsx'
import { EmptyNote, FooterNote } from '../ui/notes.tsx'
import { SearchField } from '../ui/text-field.tsx'
import { useRevision } from './library-reads.ts'
import { useRead } from './read-in-turn.ts'
import styles from './activity-screen.module.css'

const FILTERS = ['all', ...LOG_FILTERS] as const
type Filter = (typeof FILTERS)[number]
const options = () => FILTERS.map((value) => ({ value, label: copy.log.filters[value] }))

/** The log, kept across starts: to read, search and export. */
export function LogTab() {
  const [search, setSearch] = useState('')
  const [filter, setFilter] = useState<Filter>('all')
  const [isRaw, setRaw] = useState(false)
  const lines = useLog(useDeferredValue(search), filter === 'all' ? null : filter)
  const isNarrowed = search !== '' || filter !== 'all'
  return (
    <div className={styles.log}>
      <div className={styles.filters}>
        <SearchField
          label={copy.log.search}
          clearLabel={copy.log.clearSearch}
          value={search}
          onChange={(text) => setSearch(text.slice(0, MAX_SEARCH_LENGTH))}
        />
        <Segmented label={copy.log.kind} value={filter} options={options()} onChange={setFilter} />
        <Tickbox isTicked={isRaw} onChange={setRaw}>
          {copy.log.showRaw}
        </Tickbox>
      </div>
      {lines !== null && lines.length > 0 && <Lines lines={lines} isRaw={isRaw} />}
      {lines !== null && lines.length === 0 && (
        <EmptyNote icon="log" headline={isNarrowed ? copy.log.nothingMatches : copy.log.nothing} />
      )}
      <FooterNote
        text={lines !== null && lines.length === MAX_ROWS_PER_CALL ? copy.log.newest(lines.length) : copy.log.kept}
      />
    </div>
  )
}

const levelIcon = { info: 'dot', warn: 'triangle', error: 'triangle' } as const

function Lines({ lines, isRaw }: { readonly lines: readonly KeyedLine[]; readonly isRaw: boolean }) {
  return (
    // The keyboard scrolls a list without controls only if it can have the focus.
    <div className={styles.lines} role="region" aria-label={copy.log.list} tabIndex={0}>
      <ul>
        {lines.map((line) => (
          <li key={line.key} data-level={line.level}>
            <time title={formatFullDate(line.at)}>{formatMoment(line.at)}</time>
            <Icon name={levelIcon[line.level]} size={12} />
            <span>{copy.log.filters[line.kind]}</span>
            <div>
              <p className={styles.text}>{line.text}</p>
              {isRaw && (
                <p className={styles.detail}>
                  {line.event} {line.detail}
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Returns the newest matching lines, live; `null` before the first answer. */
function useLog(search: string, filter: LogFilter | null): readonly KeyedLine[] | null {
  const read = useCallback(async () => {
    const lines = valueOrReport(await bridge.listLog({ search, filter, limit: MAX_ROWS_PER_CALL }))
    return lines && keyed(lines)
  }, [search, filter])
  return useRead(read, useRevision())
}

type KeyedLine = LogLine & { readonly key: string }

/** Numbers equal lines of one moment, so that each has its own key. */
function keyed(lines: readonly LogLine[]): readonly KeyedLine[] {
  const seen = new Map<string, number>()
  return lines.map((line) => {
    const name = `${line.at} ${line.event}`
    const nth = seen.get(name) ?? 0
    seen.set(name, nth + 1)
    return { ...line, key: `${name} ${nth}` }
  })
}
