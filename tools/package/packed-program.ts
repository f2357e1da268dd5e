/** Reads the archive, files and sizes of a packed folder. */
import { extractAll, extractFile, getRawHeader } from '@electron/asar'
import { lstatSync, readdirSync } from 'node:fs'
import { join, normalize } from 'node:path'
import type { TargetPlatform } from './target.ts'

interface PackedFile {
  /** Relative to the app's root, with slashes. */
  readonly path: string
  readonly bytes: number
  /** Whether it is beside the archive, where the system can load it. */
  readonly isUnpacked: boolean
}

export interface PackedProgram {
  readonly folder: string
  readonly archive: string
  /** `archive` with `.unpacked` appended. */
  readonly unpacked: string
  readonly files: readonly PackedFile[]
}

interface Node {
  readonly files?: Readonly<Record<string, Node>>
  readonly size?: number
  readonly unpacked?: boolean
}

/** Throws if the folder contains no archive. */
export function readPackedProgram(folder: string, platform: TargetPlatform): PackedProgram {
  const resources = platform === 'darwin' ? 'Proofsheet.app/Contents/Resources' : 'resources'
  const archive = join(folder, resources, 'app.asar')
  const files = filesOf(getRawHeader(archive).header, '')
  return { folder, archive, unpacked: `${archive}.unpacked`, files: [...files] }
}

function* filesOf(node: Node, place: string): Generator<PackedFile> {
  for (const [name, child] of Object.entries(node.files ?? {})) {
    const path = place === '' ? name : `${place}/${name}`
    if (child.files !== undefined) yield* filesOf(child, path)
    else yield { path, bytes: child.size ?? 0, isUnpacked: child.unpacked === true }
  }
}

/** Reads a file of the archive or its folder. The reader of archives expects this system's path separators. */
export const readPackedFile = (program: PackedProgram, path: string): Buffer =>
  extractFile(program.archive, normalize(path))

/** Extracts the archive and the files beside it into a folder. */
export const unpackProgram = (program: PackedProgram, folder: string): void => extractAll(program.archive, folder)

/** Returns the bytes of a file, or of all files in a folder without links. */
export function bytesOf(place: string): number {
  const stat = lstatSync(place)
  if (!stat.isDirectory()) return stat.size
  const files = readdirSync(place, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return files.reduce((sum, { parentPath, name }) => sum + lstatSync(join(parentPath, name)).size, 0)
}

/** `58.4 MB`, in millions of bytes. */
export const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`
