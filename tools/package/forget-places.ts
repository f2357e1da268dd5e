/**
 * Removes the project's folder from bundles. The bundler writes absolute paths into comments, which would reveal the
 * folder of the building computer and make builds differ.
 */

/** Creates a Vite plugin that removes the project's folder from each chunk. */
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

/** Makes paths in `root` relative. Does not change code if the root is `/`, which matches too much. */
export function withoutPlace(code: string, root: string): string {
  const place = root.replaceAll('\\', '/').replace(/\/$/, '')
  return place.length < 2 ? code : code.replaceAll(`${place}/`, '')
}
