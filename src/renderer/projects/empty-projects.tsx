import { bridge } from '../bridge.ts'
import { hiddenByFilter, nothingMatches, projectsCopy } from '../copy/projects.ts'
import { useSync } from '../stores/sync-store.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import styles from './projects-screen.module.css'

export interface EmptyProjectsProps {
  readonly search: string
  readonly total: number
  readonly onClear: () => void
}

/** Why there is nothing to see, and the one thing to do about it. */
export function EmptyProjects({ search, total, onClear }: EmptyProjectsProps) {
  const isRead = useSync((state) => (state.status?.projects.completeAsOf ?? null) !== null)
  const isSearch = search !== '' && total > 0
  return (
    <div className={styles.empty}>
      <Icon name="folder" size={20} />
      <h2>{isSearch ? nothingMatches(search) : projectsCopy.noneHeadline}</h2>
      <p>{isSearch ? hiddenByFilter(total) : isRead ? projectsCopy.noneBody : projectsCopy.notReadBody}</p>
      {isSearch ? (
        <Button look="box" onClick={onClear}>
          {projectsCopy.clearSearch}
        </Button>
      ) : (
        <Button look="box" onClick={() => void bridge.syncNow(null)}>
          {projectsCopy.syncNow}
        </Button>
      )}
    </div>
  )
}
