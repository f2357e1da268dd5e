import sharp from 'sharp'

/** Checks the output and the picture of a start, and reads the commands of the README. */

/** Returns the first path to a PNG in the output, or `null`. */
export function picturePath(output: string): string | null {
  return /(?:^|\s)((?:\/|[A-Za-z]:\\)\S+\.png)/m.exec(output)?.[1] ?? null
}

/** Returns the problems of the first command's output; empty without any. */
export function startProblems(output: string): readonly string[] {
  return [
    ...(/http:\/\/(127\.0\.0\.1|localhost):\d+/.test(output)
      ? []
      : ['It does not show the address of the local service.']),
    ...(/\bElectron\b/.test(output) ? [] : ['It does not say which shell it opens.']),
    ...(/Ctrl\+C/.test(output) ? [] : ['It does not say how to quit.']),
    ...traceProblems(output)
  ]
}

/** Users must not see stack traces. */
export function traceProblems(output: string): readonly string[] {
  const line = /^\s+at .+:\d+:\d+\)?$/m.exec(output)?.[0].trim()
  return line === undefined ? [] : [`It prints a stack trace: ${line}`]
}

/** Reads the last line like "1204 passed, 0 failed"; `null` without one. */
export function testCounts(output: string): { readonly passed: number; readonly failed: number } | null {
  const last = [...output.matchAll(/^(\d+) passed, (\d+) failed$/gm)].at(-1)
  return last === undefined ? null : { passed: Number(last[1]), failed: Number(last[2]) }
}

const SHELL_BLOCK = /^```sh\n([\s\S]*?)^```/m

export type ReadmeCommands = ReturnType<typeof readCommands>

/** Reads the README's first block of commands, a start and a test. Throws if it does not contain two. */
export function readCommands(readme: string) {
  const lines = (SHELL_BLOCK.exec(readme)?.[1] ?? '').split('\n').map(withoutComment)
  const commands = lines.filter((line) => line !== '')
  const [start, test] = commands
  if (start === undefined || test === undefined || commands.length !== 2)
    throw new Error(`The README's first block must contain two commands, and contains ${commands.length}.`)
  return { start, test }
}

/** Removes a comment, which follows a blank as in a shell. */
const withoutComment = (line: string): string => line.replace(/(^|\s)#.*$/, '').trim()

/** Position of the grid in a window, as shares of width and height. */
const GRID = { left: 0.17, top: 0.16, width: 0.6, height: 0.7 }
/** Text, tiles and selection without pictures have fewer colors. */
const MIN_COLORS = 500
/** Colors that differ by less in each channel count as one, because of antialiasing. */
const STEP = 8

/** Counts the colors of the grid, which show whether it has pictures. Rejects if the file is not a picture. */
export async function screenColors(file: string) {
  const { width, height } = await sharp(file).metadata()
  const area = {
    left: Math.round(width * GRID.left),
    top: Math.round(height * GRID.top),
    width: Math.round(width * GRID.width),
    height: Math.round(height * GRID.height)
  }
  const pixels = await sharp(file).extract(area).removeAlpha().raw().toBuffer()
  const found = new Set<number>()
  for (let at = 0; at + 2 < pixels.length; at += 3) {
    const channel = (offset: number): number => Math.floor((pixels[at + offset] ?? 0) / STEP)
    found.add((channel(0) << 16) | (channel(1) << 8) | channel(2))
  }
  return { colors: found.size, hasPictures: found.size >= MIN_COLORS }
}
