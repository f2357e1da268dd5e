import { useCallback, useDeferredValue, useRef, useState } from 'react'
import { MAX_SEARCH_LENGTH } from '../../shared/limits.ts'
import type { ProjectQuery } from '../../shared/project.ts'
import { CommandFailure } from '../commands/command-failure.tsx'
import { asSentence, failureSentence } from '../copy/failures.ts'
import { projectsCopy, projectsSubtitle } from '../copy/projects.ts'
import { AppFrame } from '../frame/app-frame.tsx'
import { ScreenTitle } from '../frame/screen-title.tsx'
import { useNow } from '../frame/use-now.ts'
import { useSync } from '../stores/sync-store.ts'
import { FootNote } from '../ui/foot-note.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { DeleteProjectDialog } from './delete-project-dialog.tsx'
import { EmptyProjects } from './empty-projects.tsx'
import { ProjectTable } from './project-table.tsx'
import { useProjectActions } from './use-project-actions.ts'
import { useProjectCommands } from './use-project-commands.ts'
import { useProjects } from './use-projects.ts'
import type { ProjectList } from './use-projects.ts'
import styles from './projects-screen.module.css'

const NEWEST_FIRST: ProjectQuery = { search: '', searchBy: 'project', sortBy: 'created_at', sort: 'desc' }

/** The projects of the service: search, sort, the keys of a data grid, and a way to delete one. */
export function ProjectsScreen() {
  const [query, setQuery] = useState(NEWEST_FIRST)
  const projects = useProjects(useDeferredValue(query))
  const search = useRef<HTMLInputElement>(null)
  const activeIndex = useRef(0)
  const setActiveIndex = useCallback((index: number) => {
    activeIndex.current = index
  }, [])
  const { actions, dialog } = useProjectActions()
  const { list } = projects
  useProjectCommands({ actions, search, active: () => list?.rows[activeIndex.current] })
  const setSearch = (text: string) => setQuery({ ...query, search: text.slice(0, MAX_SEARCH_LENGTH) })
  return (
    <AppFrame
      toolbar={
        <>
          <Title list={list} />
          <SearchField
            label={projectsCopy.search}
            clearLabel={projectsCopy.clearSearch}
            value={query.search}
            inputRef={search}
            onChange={setSearch}
          />
        </>
      }
      head={<CommandFailure subject="projects" />}
      main={
        <div className={styles.screen}>
          <div aria-live="polite">{projects.failure && <Trouble failure={projects.failure} />}</div>
          {list !== null && list.matching > 0 && (
            <ProjectTable
              list={list}
              query={query}
              actions={actions}
              onSort={setQuery}
              onShow={projects.show}
              onActive={setActiveIndex}
            />
          )}
          {list !== null && list.matching === 0 && (
            <EmptyProjects search={query.search} total={list.total} onClear={() => setSearch('')} />
          )}
          <FootNote text={projectsCopy.footnote} />
          {dialog && <DeleteProjectDialog {...dialog} />}
        </div>
      }
    />
  )
}

/** By itself, because it is drawn again with the clock. */
function Title({ list }: { readonly list: ProjectList | null }) {
  const completeAsOf = useSync((state) => state.status?.projects.completeAsOf ?? null)
  const now = useNow()
  return (
    <ScreenTitle title={projectsCopy.title} {...(list && { subtitle: projectsSubtitle(list, completeAsOf, now) })} />
  )
}

function Trouble({ failure }: { readonly failure: Parameters<typeof failureSentence>[0] }) {
  const { headline, body } = failureSentence(failure, 'projects')
  return (
    <p className={styles.trouble}>
      <b>{asSentence(headline)}</b> {body}
    </p>
  )
}
