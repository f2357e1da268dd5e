/** What can be done with a project: copy its name, or delete it. The interface of the service offers no more. */
import type { BatchReceipt } from '../../shared/batch.ts'
import type { Bridge } from '../../shared/bridge.ts'
import type { Failure } from '../../shared/failure.ts'
import type { ProjectRow } from '../../shared/project.ts'
import { projectsCopy } from '../copy/projects.ts'

export interface ProjectActions {
  readonly copyName: (project: ProjectRow) => void
  /** Puts the question up; nothing is deleted without it. */
  readonly askDelete: (project: ProjectRow) => void
  /** Leads to what needs the person. */
  readonly review: () => void
}

/** Why a project cannot be deleted now; null = it can. Its deletion is sent once, so a second one waits for an answer. */
export function whyNotDeletable({ mark }: Pick<ProjectRow, 'mark'>): string | null {
  if (mark === 'waiting') return projectsCopy.alreadyWaiting
  return mark === 'needs-you' ? projectsCopy.answerFirst : null
}

interface DeleteProjectPorts {
  readonly bridge: Pick<Bridge, 'deleteProject'>
  readonly onDone: (batch: BatchReceipt, project: ProjectRow) => void
  readonly onFailure: (failure: Failure) => void
}

/** Deletes it, after the person said so. */
export async function deleteProject(project: ProjectRow, ports: DeleteProjectPorts): Promise<void> {
  const answer = await ports.bridge.deleteProject({ record: project.record })
  if (answer.ok) ports.onDone(answer.value.batch, project)
  else ports.onFailure(answer.failure)
}
