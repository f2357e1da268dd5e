/** `npm start` as users run it: what it opens and builds, and how it ends. */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { HOST, small, startStage } from './start-stage.ts'
import { eventually } from '../../drivers/eventually.ts'
import { deepOnly } from '../../test/helpers/depth.ts'

const stage = startStage()

describe('a start', () => {
  it('builds once, opens with pictures, saves one, and ends on Ctrl+C', async () => {
    stage.unbuild()
    const first = stage.run('npm', ['start', '--', '--host', ...small])
    await eventually(first.output).toContain('A picture of the main screen: ')
    expect(first.output()).toContain('Building…')
    expect(first.output()).not.toContain('pictures were drawn')
    expect(first.output()).toContain('A local service with 30 sample images runs at http://127.0.0.1:')
    expect(first.output()).toMatch(/Proofsheet is open after \d+\.\d seconds\. Press Ctrl\+C to quit\./)
    expect(statSync(join(stage.temporary(), 'proofsheet-main.png')).size).toBeGreaterThan(10_000)
    expect(stage.profiles()).toHaveLength(1)
    first.signalAll('SIGINT')
    // npm's exit code reports the signal; the tests below check that of the start.
    await first.ended
    await eventually(stage.left).toEqual([])
    expect(stage.profiles()).toEqual([])
  })

  deepOnly(() => {
    it('with a failed build says why, keeps the last build, and opens nothing', async () => {
      const file = join(stage.folder(), 'src/main/index.ts')
      const source = readFileSync(file)
      onTestFinished(() => writeFileSync(file, source))
      writeFileSync(file, 'import { nothing } from "./profile.ts"\nnothing(\n')
      const started = stage.startHost(['--no-service'])
      expect(await started.ended).toBe(1)
      expect(started.output()).toContain('The build failed; see above.')
      expect(existsSync(join(stage.folder(), 'out/main/index.js'))).toBe(true)
    })
  })
})

deepOnly(() => {
  describe('the end', () => {
    it('of a killed npm ends everything', async () => {
      const started = stage.run('npm', ['start', '--', '--host', '--no-service'])
      await eventually(started.output).toContain('Proofsheet is open')
      started.child.kill('SIGKILL')
      await eventually(stage.left).toEqual([])
      expect(stage.profiles()).toEqual([])
    })

    it.each([
      ['while it builds', 'Building…', 'SIGTERM'],
      ['while it opens', 'Opening Proofsheet', 'SIGINT'],
      ['when it is open', 'Proofsheet is open', 'SIGHUP']
    ] as const)('%s leaves nothing', async (_when, sentence, signal) => {
      if (sentence === 'Building…') stage.unbuild()
      const started = stage.startHost(small)
      await eventually(started.output).toContain(sentence)
      started.signalAll(signal)
      expect(await started.ended).toBe(0)
      await eventually(stage.left).toEqual([])
      expect(stage.profiles()).toEqual([])
      expect(readdirSync(join(stage.folder(), '.setup')).filter((name) => name.endsWith('.lock'))).toEqual([])
    })

    it('of a killed setup ends everything', async () => {
      const started = stage.startHost(small)
      await eventually(started.output).toContain('Proofsheet is open')
      started.child.kill('SIGKILL')
      await eventually(stage.left).toEqual([])
      expect(stage.profiles()).toEqual([])
    })

    it('of a killed start ends everything; the next start removes its profile', async () => {
      const started = stage.startHost(small)
      await eventually(started.output).toContain('Proofsheet is open')
      process.kill(stage.pidOf(/node \S*tools\/start\/start\.ts/), 'SIGKILL')
      expect(await started.ended).toBe(1)
      await eventually(stage.left).toEqual([])
      const [abandoned = 'none'] = stage.profiles()
      const next = stage.startHost(['--no-service'])
      await eventually(next.output).toContain('Proofsheet is open')
      expect(stage.profiles()).not.toContain(abandoned)
    })

    it('is immediate with a second Ctrl+C if the app hangs', async () => {
      const started = stage.startHost(small)
      await eventually(started.output).toContain('Proofsheet is open')
      process.kill(stage.pidOf(HOST), 'SIGSTOP')
      started.signalAll('SIGINT')
      await eventually(() => {
        started.signalAll('SIGINT')
        // The last signal may arrive after the handler was removed.
        return started.hasEnded()
      }).toBe(true)
      await eventually(stage.left).toEqual([])
      expect(stage.profiles()).toEqual([])
    })

    it('follows the end of the app', async () => {
      const started = stage.startHost(small)
      await eventually(started.output).toContain('Proofsheet is open')
      process.kill(stage.pidOf(HOST), 'SIGTERM')
      expect(await started.ended).toBe(0)
      await eventually(stage.left).toEqual([])
    })
  })
})
