/**
 * The native files that a packed program must have, and must have for the right system. A package manager installs
 * them for the machine it runs on, and the packager copies what it finds: without this check a program packed on
 * another system would be complete, signed, and dead.
 */
import { closeSync, globSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { binaryTarget, HEAD_BYTES } from './binary-format.ts'
import type { Target, TargetPlatform } from './target.ts'

const NATIVE = '**/*.{node,dll,dylib,so,so.*}'

/** Endings of the packages of @napi-rs/canvas: the C library or compiler that each was made with. */
const CANVAS_KIND: Readonly<Record<TargetPlatform, string>> = { linux: '-gnu', darwin: '', win32: '-msvc' }

const LIBVIPS: Readonly<Record<TargetPlatform, (name: string) => string>> = {
  linux: (name) => `node_modules/@img/sharp-libvips-${name}/lib/libvips-cpp.so.*`,
  darwin: (name) => `node_modules/@img/sharp-libvips-${name}/lib/libvips-cpp.*.dylib`,
  win32: (name) => `node_modules/@img/sharp-${name}/lib/libvips-*.dll`
}

/** Patterns below app.asar.unpacked; each must fit at least one file. */
export function requiredNatives({ platform, arch }: Target): string[] {
  const name = `${platform}-${arch}`
  return [
    `node_modules/better-sqlite3/prebuilds/${name}.node`,
    'node_modules/keytar/build/Release/keytar.node',
    `node_modules/@img/sharp-${name}/lib/sharp-*.node`,
    LIBVIPS[platform](name),
    `node_modules/@napi-rs/canvas-${name}${CANVAS_KIND[platform]}/skia.*.node`
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
