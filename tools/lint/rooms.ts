/**
 * Allowed imports between rooms, which are folders or files. plugin.ts enforces these tables; ARCHITECTURE.md explains
 * them.
 */

export interface Room {
  /** Folder or file without a trailing slash, in ROOMS relative to src/. The longest match determines a file's room. */
  readonly place: string
  /** Other rooms that it may import. A trailing `*` matches all rooms with the prefix. */
  readonly mayImport: readonly string[]
  /** Guarded packages that it may import; see GUARDED_PACKAGES. */
  readonly packages?: readonly string[]
}

/** Packages that few rooms may import. */
export const GUARDED_PACKAGES = ['electron', 'keytar', 'better-sqlite3', 'sharp', 'undici', 'fastify']

const engine = (room: string): string => `main/engine/${room}`
const renderer = (room: string): string => `renderer/${room}`

const COMMANDS_FLOOR = [
  'shared',
  'copy',
  renderer('ui'),
  renderer('bridge.ts'),
  renderer('pending-work.ts'),
  renderer('stores'),
  renderer('styles')
]
const FRAME_FLOOR = [...COMMANDS_FLOOR, renderer('commands')]
const SCREEN_FLOOR = [...FRAME_FLOOR, renderer('frame')]
const images = (room: string): string => renderer(`images/${room}`)
/** Rooms of the images screen, from below: commands are below everything that shows images. */
const VIEW_FLOOR = [...SCREEN_FLOOR, images('selection')]
const IMAGE_COMMANDS_FLOOR = [...VIEW_FLOOR, images('view')]
const GRID_FLOOR = [...IMAGE_COMMANDS_FLOOR, images('commands')]
const PICTURE_FLOOR = [...GRID_FLOOR, images('grid')]

export const ROOMS: readonly Room[] = [
  { place: 'shared', mayImport: [] },
  { place: 'copy', mayImport: ['shared'] },

  { place: engine('domain'), mayImport: ['shared'] },
  { place: engine('storage'), mayImport: ['shared', engine('domain'), engine('storage/database.ts')] },
  {
    place: engine('storage/database.ts'),
    mayImport: ['shared', engine('domain'), engine('storage')],
    packages: ['better-sqlite3']
  },
  { place: engine('service'), mayImport: ['shared', engine('domain')] },
  { place: engine('sync'), mayImport: ['shared', engine('domain'), engine('storage'), engine('service')] },
  { place: engine('library'), mayImport: ['shared', engine('domain'), engine('storage')] },
  { place: engine('protocol.ts'), mayImport: ['shared'] },
  { place: engine('worker-client.ts'), mayImport: ['shared', engine('protocol.ts')] },
  { place: engine('client.ts'), mayImport: ['shared', engine('protocol.ts'), engine('worker-client.ts')] },
  { place: 'main/engine', mayImport: ['shared', 'main/engine*'] },

  { place: 'main/disk', mayImport: ['shared'] },
  { place: 'main/secrets/secret.ts', mayImport: ['shared'] },
  { place: 'main/secrets', mayImport: ['shared', 'main/secrets/secret.ts'] },
  {
    place: 'main/secrets/api-key.ts',
    mayImport: ['shared', 'main/secrets', 'main/secrets/secret.ts'],
    packages: ['keytar']
  },
  { place: 'main/http', mayImport: ['shared', 'main/secrets/secret.ts'], packages: ['electron'] },
  { place: 'main/pictures', mayImport: ['shared', 'main/http'] },
  { place: 'main/pictures/decoder.ts', mayImport: ['shared', 'main/pictures'], packages: ['sharp'] },
  {
    place: 'main/connection',
    mayImport: ['shared', 'main/secrets', 'main/http', 'main/disk', engine('protocol.ts')]
  },
  { place: 'main/ipc', mayImport: ['shared'], packages: ['electron'] },
  { place: 'main/sample', mayImport: ['shared', 'main/disk', 'main/pictures', 'reference-service'] },
  { place: 'main', mayImport: ['shared', 'copy', 'main*'], packages: ['electron'] },
  { place: 'preload', mayImport: ['shared'], packages: ['electron'] },

  { place: renderer('ui'), mayImport: [renderer('styles')] },
  { place: renderer('styles'), mayImport: [] },
  { place: renderer('pending-work.ts'), mayImport: [] },
  { place: renderer('bridge.ts'), mayImport: ['shared', renderer('pending-work.ts')] },
  {
    place: renderer('stores'),
    mayImport: ['shared', 'copy', renderer('bridge.ts'), renderer('pending-work.ts')]
  },
  { place: renderer('commands'), mayImport: COMMANDS_FLOOR },
  { place: renderer('frame'), mayImport: FRAME_FLOOR },
  { place: images('selection'), mayImport: SCREEN_FLOOR },
  { place: images('view'), mayImport: VIEW_FLOOR },
  { place: images('commands'), mayImport: IMAGE_COMMANDS_FLOOR },
  { place: images('grid'), mayImport: GRID_FLOOR },
  { place: images('head'), mayImport: GRID_FLOOR },
  { place: images('full-view'), mayImport: PICTURE_FLOOR },
  { place: images('inspector'), mayImport: PICTURE_FLOOR },
  { place: renderer('images'), mayImport: [...PICTURE_FLOOR, images('*')] },
  { place: renderer('projects'), mayImport: SCREEN_FLOOR },
  { place: renderer('connect'), mayImport: SCREEN_FLOOR },
  { place: renderer('create'), mayImport: SCREEN_FLOOR },
  { place: renderer('activity'), mayImport: SCREEN_FLOOR },
  { place: renderer('settings'), mayImport: SCREEN_FLOOR },
  { place: 'renderer', mayImport: ['shared', 'copy', 'renderer*'] },

  { place: 'reference-service', mayImport: ['shared'], packages: ['fastify'] }
]

/** Folders outside of src/, as paths from the root. Code of both tools and tests is in drivers. */
export const OUTER_ROOMS: readonly Room[] = [
  { place: 'drivers', mayImport: ['src', 'tools/chromium-host', 'tools/setup'] },
  { place: 'tools/chromium-host', mayImport: ['src', 'tools/setup'] },
  { place: 'tools/setup', mayImport: [] },
  { place: 'tools', mayImport: ['src', 'drivers', 'tools*'] },
  { place: 'test', mayImport: ['src', 'drivers'] },
  { place: 'bench', mayImport: ['src', 'drivers'] }
]

/** Folders that every test may also import. */
export const TESTS_MAY_IMPORT: readonly string[] = ['src', 'drivers', 'test/helpers']

/** Returns the room of a file, or `null`. */
export function roomOf(path: string, rooms: readonly Room[] = ROOMS): Room | null {
  const inside = rooms.filter((room) => path === room.place || path.startsWith(`${room.place}/`))
  return inside.sort((a, b) => b.place.length - a.place.length)[0] ?? null
}

/** Whether files of `from` may import files of `to`. */
export function mayImport(from: Room, to: Room): boolean {
  if (from.place === to.place) return true
  return from.mayImport.some((allowed) =>
    allowed.endsWith('*')
      ? to.place.startsWith(allowed.slice(0, -1))
      : to.place === allowed || to.place.startsWith(`${allowed}/`)
  )
}
