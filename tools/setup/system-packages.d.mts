export type Need = 'browser' | 'headless' | 'fonts' | 'display' | 'keyring' | 'compiler'

export interface Machine {
  readonly platform: NodeJS.Platform
  readonly isRoot: boolean
  readonly distribution: 'debian' | 'ubuntu' | 'other'
  readonly isDebianItself: boolean
  readonly installedOf: (names: readonly string[]) => readonly string[]
  readonly hasBrowser: () => boolean
  readonly hasCommand: (name: string) => boolean
}

export interface Surroundings {
  readonly say: (sentence: string) => void
  readonly machine?: Machine
}

export function readMachine(env?: NodeJS.ProcessEnv): Machine
export function missingOf(needs: readonly Need[], machine: Machine): string[]
export function adviceFor(missing: readonly string[], machine: Machine): string
export function installable(missing: readonly string[], machine: Machine): string[]
export function provide(needs: readonly Need[], reason: string, surroundings: Surroundings): Promise<void>
export function provideIfPossible(needs: readonly Need[], reason: string, surroundings: Surroundings): Promise<boolean>
export function lastLines(text: string, count?: number): string
