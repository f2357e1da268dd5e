import { hiddenByFilter, nothingMatches, projectsCopy } from '../copy/projects.ts'
import { syncNow } from '../commands/batch-commands.ts'
import { useSync } from '../stores/sync-store.ts'
import { Button } from '../ui/button.tsx'
import { EmptyNote } from '../ui/empty-note.tsx'

interface EmptyProjectsProps {
  readonly search: string
  readonly total: number
  readonly onClear: () => void
}

/** Why there is nothing to see, and the one thing to do about it. */
export function EmptyProjects({ search, total, onClear }: EmptyProjectsProps) {
  const isRead = useSync((state) => (state.status?.projects.completeAsOf ?? null) !== null)
  const isSearch = search !== '' && total > 0
  return (
    <EmptyNote
      icon="folder"
      headline={isSearch ? nothingMatches(search) : projectsCopy.noneHeadline}
      body={isSearch ? hiddenByFilter(total) : isRead ? projectsCopy.noneBody : projectsCopy.notReadBody}
    >
      {isSearch ? (
        <Button look="box" onClick={onClear}>
          {projectsCopy.clearSearch}
        </Button>
      ) : (
        <Button look="box" onClick={() => void syncNow()}>
          {projectsCopy.syncNow}
        </Button>
      )}
    </EmptyNote>
  )
}
