/**
 * Compares thumbnails by WebAssembly, as Proofsheet makes them, with native sharp, on 200 files in one run:
 *   npm install --prefix bench/pictures && node bench/pictures/compare.ts
 * Prints the cost of a start, pictures per second, processor time and memory of each, and the ratios.
 */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type Sharp from 'sharp'
import { shrink } from '../../src/main/pictures/shrink.ts'

const SAMPLE = join(import.meta.dirname, '../../resources/sample')
const COUNT = 200
/** The two sizes of the grid, from one decoding. */
const SIZES = [192, 384]

interface Figures {
  readonly startMs: number
  readonly startCpuMs: number
  readonly aSecond: number
  readonly cpuMsEach: number
  readonly megabytes: number
}

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

async function measure(sharp: () => typeof Sharp): Promise<Figures> {
  const files = readdirSync(SAMPLE).filter((name) => name.endsWith('.1024.webp'))
  const originals = Array.from({ length: COUNT }, (_, at) => readFileSync(join(SAMPLE, files[at % files.length] ?? '')))
  const make = (bytes: Uint8Array | undefined) =>
    shrink(sharp(), { bytes: bytes ?? new Uint8Array(), sizes: SIZES, isMoving: false })
  const [began, worked] = [performance.now(), cpuMs()]
  await make(originals[0])
  const [started, startedCpu] = [performance.now(), cpuMs()]
  for (const bytes of originals) await make(bytes)
  return {
    startMs: started - began,
    startCpuMs: startedCpu - worked,
    aSecond: (COUNT * 1_000) / (performance.now() - started),
    cpuMsEach: (cpuMs() - startedCpu) / COUNT,
    megabytes: process.memoryUsage.rss() / 1e6
  }
}

/** Each in a process of its own, so that neither warms the other up. */
function run(from: string): Figures {
  const args = [import.meta.filename, '--measure', from]
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as Figures
}

function print(name: string, figures: Figures): void {
  const { startMs, startCpuMs, aSecond, cpuMsEach, megabytes } = figures
  const start = `start ${startMs.toFixed(0)} ms (${startCpuMs.toFixed(0)} ms of CPU)`
  console.log(
    `${name.padEnd(12)} ${start}, ${aSecond.toFixed(1)}/s, ${cpuMsEach.toFixed(1)} ms of CPU each, ${megabytes.toFixed(0)} MB`
  )
}

const [, , word, from = ''] = process.argv
if (word === '--measure') {
  const load = createRequire(from)
  const made: { sharp?: typeof Sharp } = {}
  const figures = await measure(() => {
    made.sharp ??= load('sharp') as typeof Sharp
    made.sharp.concurrency(1)
    return made.sharp
  })
  process.stdout.write(JSON.stringify(figures))
  process.exit()
}
const own = run(join(import.meta.dirname, '../../package.json'))
const native = run(join(import.meta.dirname, 'package.json'))
print('WebAssembly', own)
print('native', native)
console.log(
  `ratio        ${(native.aSecond / own.aSecond).toFixed(2)} x the time, ${(own.cpuMsEach / native.cpuMsEach).toFixed(2)} x the CPU, ${(own.megabytes / native.megabytes).toFixed(2)} x the memory`
)
