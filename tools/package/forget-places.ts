/**
 * The bundler marks in comments which file each part came from, and names some by the whole path: the folder of the
 * machine that built would be in every copy of the program, and two machines would never make the same bytes.
 */

/** A plugin of Vite that takes the project's folder out of what is written. */
export function forgetPlaces() {
  const place = { root: '' }
  return {
    name: 'forget-places',
    configResolved({ root }: { readonly root: string }) {
      place.root = root
    },
    renderChunk: (code: string) => {
      const changed = withoutPlace(code, place.root)
      return changed === code ? null : { code: changed, map: null }
    }
  }
}

/** `code` with paths below `root` made relative to it. A root as short as `/` stands for too much: left alone. */
export function withoutPlace(code: string, root: string): string {
  const place = root.replaceAll('\\', '/').replace(/\/$/, '')
  return place.length < 2 ? code : code.replaceAll(`${place}/`, '')
}
