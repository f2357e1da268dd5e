/**
 * Reduces Electron's declarations to the members of the host. Compiling the app against the result reports each missing
 * member that it uses. Works by line, because the declarations are generated with two spaces per level.
 */

export interface Kept {
  /** Kept instance members of each class or interface; those not listed keep all. */
  readonly members: Readonly<Record<string, readonly string[]>>
  readonly events: Readonly<Record<string, readonly string[]>>
  /** Kept static members of each class. */
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
  const current = { type: '', isKept: true }
  for (const line of declarations.split('\n')) {
    const started = TYPE_START.exec(line)?.[1]
    if (started !== undefined || TYPE_END.test(line)) Object.assign(current, { type: started ?? '', isKept: true })
    else if (current.type !== '' && MEMBER_START.test(line)) current.isKept = isMemberKept(current.type, line, kept)
    if (current.isKept) lines.push(cutExport(line, kept))
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

/** Keeps the type of a value that the host does not export. */
function cutExport(line: string, { exports }: Kept): string {
  const [, indent, name] = /^( {4})(?:const|class) (\w+)(?:: | extends Electron\.)/.exec(line) ?? []
  if (indent === undefined || name === undefined || exports.includes(name)) return line
  return line.includes(' class ') ? `${indent}type ${name} = Electron.${name};` : ''
}
