import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import type { ProjectRow } from '../../shared/project.ts'
import { isAnyPressed } from '../commands/chord.ts'
import { currentPlatform, isQuestionOpen } from '../commands/place-of-focus.ts'
import { registerScreenCommands } from '../commands/screen-commands.ts'
import type { ScreenCommand } from '../commands/screen-commands.ts'
import type { ProjectActions } from './project-actions.ts'

interface ProjectCommandParts {
  readonly actions: ProjectActions
  readonly search: RefObject<HTMLInputElement | null>
  /** The project of the active row; undefined in the header, or before it was read. */
  readonly active: () => ProjectRow | undefined
}

const FIND = { chords: [{ key: 'f', mod: true }] } as const

/** What of the native menu means something here, and the key that leads to the search. */
export function useProjectCommands(parts: ProjectCommandParts): void {
  const latest = useRef(parts)
  useEffect(() => {
    latest.current = parts
  })
  useEffect(() => registerScreenCommands((command) => runProjectCommand(command, latest.current)), [])
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || isQuestionOpen() || !isAnyPressed(FIND, event, currentPlatform())) return
      event.preventDefault()
      runProjectCommand('find', latest.current)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

function runProjectCommand(command: ScreenCommand, { actions, search, active }: ProjectCommandParts): void {
  const project = active()
  if (command === 'find') {
    search.current?.focus()
    search.current?.select()
  } else if (command === 'delete' && project) actions.askDelete(project)
  else if (command === 'copy-name' && project) actions.copyName(project)
}
