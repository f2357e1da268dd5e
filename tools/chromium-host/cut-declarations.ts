/**
 * Electron's declarations cut down to what the host has. Compiling the app against the rest names every member it
 * uses that would be missing when it runs. Works on lines: the declarations are generated, two spaces a level.
 */

export interface Kept {
  /** Class or interface -> instance members that stay. A name that is not listed here keeps everything. */
  readonly members: Readonly<Record<string, readonly string[]>>
  readonly events: Readonly<Record<string, readonly string[]>>
  /** Class -> static members that stay. */
  readonly statics: Readonly<Record<string, readonly string[]>>
  /** Names that can be imported as values. */
  readonly exports: readonly string[]
}

const TYPE_START = /^ {2}(?:class|interface) (\w+)/
const TYPE_END = /^ {2}\}/
const MEMBER_START = /^ {4}[^ */}]/
const LISTENING = new Set(['on', 'off', 'once', 'addListener', 'removeListener'])

/** `declarations`: the text of electron.d.ts. */
export function cutDeclarations(declarations: string, kept: Kept): string {
  const lines: string[] = []
  const place = { type: '', isKept: true }
  for (const line of declarations.split('\n')) {
    const started = TYPE_START.exec(line)?.[1]
    if (started !== undefined || TYPE_END.test(line)) Object.assign(place, { type: started ?? '', isKept: true })
    else if (place.type !== '' && MEMBER_START.test(line)) place.isKept = isMemberKept(place.type, line, kept)
    if (place.isKept) lines.push(cutExport(line, kept))
  }
  return lines.join('\n')
}

function isMemberKept(type: string, line: string, kept: Kept): boolean {
  const members = kept.members[type]
  if (members === undefined) return true
  const name = /^ {4}(?:static |readonly |get |set )*(\w+)/.exec(line)?.[1] ?? ''
  if (line.startsWith('    static ')) return kept.statics[type]?.includes(name) ?? false
  if (!LISTENING.has(name) || !line.includes('event: ')) return name === 'constructor' || members.includes(name)
  const event = /event: '([^']+)'/.exec(line)?.[1]
  return event !== undefined && (kept.events[type]?.includes(event) ?? false)
}

/** A value that the host does not export leaves its type behind. */
function cutExport(line: string, { exports }: Kept): string {
  const [, indent, name] = /^( {4})(?:const|class) (\w+)(?:: | extends Electron\.)/.exec(line) ?? []
  if (indent === undefined || name === undefined || exports.includes(name)) return line
  return line.includes(' class ') ? `${indent}type ${name} = Electron.${name};` : ''
}
