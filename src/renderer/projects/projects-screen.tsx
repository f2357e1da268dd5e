import { useDeferredValue, useState } from 'react'
import { MAX_SEARCH_LENGTH } from '../../shared/limits.ts'
import type { ProjectQuery } from '../../shared/project.ts'
import { asSentence, failureSentence } from '../copy/failures.ts'
import { projectsCopy, projectsSubtitle } from '../copy/projects.ts'
import { AppFrame } from '../frame/app-frame.tsx'
import { ScreenTitle } from '../frame/screen-title.tsx'
import { useSync } from '../stores/sync-store.ts'
import { SearchField } from '../ui/search-field.tsx'
import { EmptyProjects } from './empty-projects.tsx'
import { ProjectTable } from './project-table.tsx'
import { useProjects } from './use-projects.ts'
import styles from './projects-screen.module.css'

const NEWEST_FIRST: ProjectQuery = { search: '', searchBy: 'project', sortBy: 'created_at', sort: 'desc' }

/** The projects of the service, to look at: search, sort, and the keys of a data grid. */
export function ProjectsScreen() {
  const [query, setQuery] = useState(NEWEST_FIRST)
  const projects = useProjects(useDeferredValue(query))
  const completeAsOf = useSync((state) => state.status?.projects.completeAsOf ?? null)
  const { list } = projects
  const setSearch = (search: string) => setQuery({ ...query, search: search.slice(0, MAX_SEARCH_LENGTH) })
  return (
    <AppFrame
      toolbar={
        <>
          <ScreenTitle
            title={projectsCopy.title}
            {...(list && { subtitle: projectsSubtitle(list.matching, list.total, completeAsOf) })}
          />
          <SearchField
            label={projectsCopy.search}
            clearLabel={projectsCopy.clearSearch}
            value={query.search}
            onChange={setSearch}
          />
        </>
      }
      main={
        <div className={styles.screen}>
          <div aria-live="polite">{projects.failure && <Trouble failure={projects.failure} />}</div>
          {list !== null && list.matching > 0 && (
            <ProjectTable list={list} query={query} onSort={setQuery} onShow={projects.show} />
          )}
          {list !== null && list.matching === 0 && (
            <EmptyProjects search={query.search} total={list.total} onClear={() => setSearch('')} />
          )}
          <p className={styles.footnote}>{projectsCopy.footnote}</p>
        </div>
      }
    />
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
