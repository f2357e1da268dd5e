/**
 * The native files that a packed program must have, and must have for the right system. A package manager installs
 * them for the machine it runs on, and the packager copies what it finds: without this check a program packed on
 * another system would be complete, signed, and dead.
 */
import { closeSync, globSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { binaryTarget, HEAD_BYTES } from './binary-format.ts'
import type { Target } from './target.ts'

const NATIVE = '**/*.{node,dll,dylib,so,so.*}'

/** Patterns below app.asar.unpacked; each must fit at least one file. */
function requiredNatives({ platform, arch }: Target): string[] {
  return [
    `node_modules/better-sqlite3/prebuilds/${platform}-${arch}.node`,
    'node_modules/keytar/build/Release/keytar.node'
  ]
}

/** Sentences that say what is wrong with the native files of a packed program; empty when all is well. */
export function nativeFaults(unpacked: string, target: Target): string[] {
  const wanted = `${target.platform}-${target.arch}`
  const missing = requiredNatives(target).filter((pattern) => globSync(pattern, { cwd: unpacked }).length === 0)
  const foreign = globSync(NATIVE, { cwd: unpacked }).flatMap((file) => {
    const made = binaryTarget(headOf(join(unpacked, file)))
    const name = made === null ? 'no system we know' : `${made.platform}-${made.arch}`
    return name === wanted ? [] : [`${file} was made for ${name}, not for ${wanted}.`]
  })
  return [...missing.map((pattern) => `No file for ${wanted} fits ${pattern}.`), ...foreign]
}

function headOf(file: string): Buffer {
  const head = Buffer.alloc(HEAD_BYTES)
  const descriptor = openSync(file, 'r')
  try {
    return head.subarray(0, readSync(descriptor, head, 0, HEAD_BYTES, 0))
  } finally {
    closeSync(descriptor)
  }
}
