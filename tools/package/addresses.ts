/** Whether somebody answers at the addresses that an installer shows. */

/** RFC 2606 keeps this ending free for examples, so that nobody's mail lands with a stranger. */
const PLACEHOLDER = '.example'

/** A sentence when `config`, the text of electron-builder.yml, still has made-up addresses; null when it has none. */
export function madeUpAddresses(config: string): string | null {
  if (!config.includes(PLACEHOLDER)) return null
  return (
    "Nobody answers at the homepage and the maintainer's address in electron-builder.yml yet (they end in .example). " +
    'Set both, then make installers.'
  )
}
