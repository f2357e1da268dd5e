import { useCallback, useDeferredValue, useRef, useState } from 'react'
import { MAX_SEARCH_LENGTH } from '../../shared/limits.ts'
import type { ProjectQuery } from '../../shared/project.ts'
import { syncNow } from '../commands/batch-commands.ts'
import { CommandFailure } from '../commands/command-failure.tsx'
import { undoNote } from '../../copy/commands.ts'
import { asSentence, failureSentence } from '../../copy/failures.ts'
import { copy } from '../../copy/language.ts'
import { projectsSubtitle } from '../../copy/status.ts'
import { AppFrame, ScreenTitle } from '../frame/app-frame.tsx'
import { useNow } from '../frame/use-window.ts'
import { useSendTime, useSync } from '../stores/sync-store.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { EmptyNote, FooterNote } from '../ui/notes.tsx'
import { SearchField } from '../ui/text-field.tsx'
import { ProjectTable } from './project-table.tsx'
import { type DeleteProjectDialogProps, useProjectActions, useProjectCommands } from './use-project-actions.ts'
import { type ProjectList, useProjects } from './use-projects.ts'
import styles from './project-table.module.css'

const NEWEST_FIRST: ProjectQuery = { search: '', searchBy: 'project', sortBy: 'created_at', sort: 'desc' }

/** The projects of the service: search, sorting, the keys of a data grid, and deletion. */
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
            label={copy.projects.search}
            clearLabel={copy.projects.clearSearch}
            value={query.search}
            inputRef={search}
            onChange={setSearch}
          />
        </>
      }
      head={<CommandFailure subject="projects" />}
      main={
        <div className={styles.screen}>
          <div aria-live="polite">{projects.failure && <ListFailure failure={projects.failure} />}</div>
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
          <FooterNote text={copy.projects.footnote} />
          {dialog && <DeleteProjectDialog {...dialog} />}
        </div>
      }
    />
  )
}

/** A component of its own, because it renders every second. */
function Title({ list }: { readonly list: ProjectList | null }) {
  const completeAsOf = useSync((state) => state.status?.projects.completeAsOf ?? null)
  const now = useNow()
  return (
    <ScreenTitle title={copy.projects.title} {...(list && { subtitle: projectsSubtitle(list, completeAsOf, now) })} />
  )
}

function ListFailure({ failure }: { readonly failure: Parameters<typeof failureSentence>[0] }) {
  const { headline, body } = failureSentence(failure, 'projects')
  return (
    <p className={styles.trouble}>
      <b>{asSentence(headline)}</b> {body}
    </p>
  )
}

/** The question before every deletion, because the service has no trash and deletes more than the row shows. */
function DeleteProjectDialog({ project, onConfirm, onCancel }: DeleteProjectDialogProps) {
  const time = useSendTime('projects')
  return (
    <ConfirmDialog
      title={copy.projects.deleteTitle(project.project)}
      description={
        <>
          <p>{copy.projects.alsoDeleted(project.reports)}</p>
          <p>
            {copy.deletion.cannotUndo} {undoNote(time, 1)}
          </p>
        </>
      }
      confirmLabel={copy.projects.deleteNow}
      cancelLabel={copy.projects.cancel}
      onConfirm={onConfirm}
      onCancel={onCancel}
    />
  )
}

interface EmptyProjectsProps {
  readonly search: string
  readonly total: number
  readonly onClear: () => void
}

/** Explains an empty list, with one action. */
function EmptyProjects({ search, total, onClear }: EmptyProjectsProps) {
  const isRead = useSync((state) => (state.status?.projects.completeAsOf ?? null) !== null)
  const isSearch = search !== '' && total > 0
  const { nothingMatches, noneHeadline, notReadHeadline, hidden, noneBody, notReadBody } = copy.projects
  return (
    <EmptyNote
      icon="folder"
      headline={isSearch ? nothingMatches(search) : isRead ? noneHeadline : notReadHeadline}
      body={isSearch ? hidden(total) : isRead ? noneBody : notReadBody}
    >
      {isSearch ? (
        <Button variant="box" onClick={onClear}>
          {copy.projects.clearSearch}
        </Button>
      ) : (
        <Button variant="box" onClick={() => void syncNow()}>
          {copy.projects.syncNow}
        </Button>
      )}
    </EmptyNote>
  )
}
