/** The window's place, kept between starts. */
import { createTurns } from '../shared/in-turn.ts'
import { readJsonFile, writeJsonFile } from './disk/json-file.ts'
import { WindowPlace } from './window-bounds.ts'

export interface WindowPlaceFile {
  /** null at the first start, or when the file was no place. */
  read(): Promise<WindowPlace | null>
  write(place: WindowPlace): void
  /** Resolves when the last place is on disk, or could not be written: then the next start centers the window. */
  flush(): Promise<void>
}

export function createWindowPlaceFile(file: string): WindowPlaceFile {
  const inTurn = createTurns()
  return {
    read: async () => {
      const read = await readJsonFile(file, WindowPlace)
      return read.kind === 'found' ? read.value : null
    },
    write: (place) => void inTurn(() => writeJsonFile(file, place)),
    flush: () => inTurn(async () => undefined)
  }
}
