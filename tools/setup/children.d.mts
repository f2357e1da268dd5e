import type { ChildProcess, SpawnOptions } from 'node:child_process'

export interface ChildResult {
  readonly status: number | null
  readonly output: string
  readonly isLate: boolean
  readonly error: NodeJS.ErrnoException | null
}

export function hasEnded(child: ChildProcess): boolean
export function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void
export function startChild(command: string, args: readonly string[], options?: SpawnOptions): ChildProcess
export function runChild(
  command: string,
  args: readonly string[],
  options?: SpawnOptions & { readonly limitMs?: number }
): Promise<ChildResult>
export function endChildren(signal?: NodeJS.Signals): Promise<void>
export function killChildren(): void
