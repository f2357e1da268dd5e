import { afterEach, describe, expect, it } from 'vitest'
import { eventually } from '../../drivers/eventually.ts'
import { killMarked, markedProcesses } from '../../drivers/processes.ts'
import { MARKER } from './bare-machine.ts'
import { runProgram, type Program } from './program.ts'

const LONG_MS = 15_000
const marker = `test-${process.pid}`
const mark = `${MARKER}=${marker} `
const left = () => markedProcesses(mark).map((line) => line.replace(/^\d+ /, ''))
const programs: Program[] = []
afterEach(() => {
  for (const program of programs.splice(0)) program.kill()
  killMarked(mark)
})

function run(line: string): Program {
  const program = runProgram(line, { cwd: import.meta.dirname, env: { ...process.env, [MARKER]: marker } })
  programs.push(program)
  return program
}

describe.runIf(process.platform !== 'win32')('a command', () => {
  it('returns its output and exit code', async () => {
    const program = run('echo hello; echo there >&2; exit 3')
    await program.prints(/hello/, LONG_MS)
    expect(await program.ends(LONG_MS)).toBe(3)
    expect(program.output()).toContain('there')
  })

  it('that ends before the expected output is reported with its output', async () => {
    const program = run('echo no room; exit 1')
    await expect(program.prints(/ready/, LONG_MS)).rejects.toThrow(/ended with 1 before it printed .*\nno room/)
  })

  it('that takes too long is reported', async () => {
    const program = run('sleep 60')
    await expect(program.ends(1)).rejects.toThrow('had not ended')
    await expect(program.prints(/ready/, 1)).rejects.toThrow('took more than')
  })

  it('is interrupted with its children', async () => {
    const program = run('echo ready; sleep 61 | sleep 62')
    await program.prints(/ready/, LONG_MS)
    await program.interrupt(LONG_MS)
    await eventually(left).toEqual([])
  })

  it.runIf(process.platform === 'linux')('that leaves a process running is detected', async () => {
    const program = run('(trap "" INT; echo ready; exec sleep 63) & trap "exit 0" INT; wait')
    await program.prints(/ready/, LONG_MS)
    await eventually(left).toContain('sleep 63')
    await program.interrupt(LONG_MS)
    expect(left()).toContain('sleep 63')
  })
})
