/**
 * Runs every test and ends with the line `N passed, N failed`. Exit code 1 when anything failed or nothing ran.
 * Arguments are handed to vitest (a path or a name filter).
 */
import { runProject } from './run-project.ts'

/** Order of the projects of vitest.config.ts: what fails fast goes first. */
const PROJECTS = ['unit', 'whole'] as const

const counts = PROJECTS.map((project) => runProject({ project, args: process.argv.slice(2) }))
const passed = counts.reduce((sum, count) => sum + count.passed, 0)
const failed = counts.reduce((sum, count) => sum + count.failed, 0)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed > 0 || passed === 0 ? 1 : 0)
