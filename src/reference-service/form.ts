/**
 * Parses form and query text as the stock framework's language does: `a[]=1`, `a[0][url]=x`, and the last value of a
 * repeated plain key. Values are text, nested maps or lists.
 */

export type FormValue = string | null | readonly FormValue[] | FormMap
/** Map without a prototype, so that `__proto__` is an ordinary key. */
export interface FormMap {
  readonly [key: string]: FormValue
}

type Node = Map<string, Node | string>

/** Limits of the stock configuration, so that a hostile form exhausts neither memory nor stack. */
const MAX_FIELDS = 1000
const MAX_DEPTH = 64

/**
 * Parses `application/x-www-form-urlencoded` text. Trims values and converts '' to `null`, as the framework does for
 * every input. Never fails; invalid escapes are read as text.
 */
export function parseForm(text: string): FormMap {
  const root: Node = new Map()
  for (const pair of text.split('&').slice(0, MAX_FIELDS)) {
    if (pair === '') continue
    const split = pair.indexOf('=')
    const key = decodePart(split < 0 ? pair : pair.slice(0, split))
    const value = split < 0 ? '' : decodePart(pair.slice(split + 1))
    const path = keyPath(key)
    if (path !== null) insert(root, path, value)
  }
  return toMap(root)
}

function decodePart(text: string): string {
  const spaced = text.replaceAll('+', ' ')
  try {
    return decodeURIComponent(spaced)
  } catch (cause) {
    // Escapes that are not valid UTF-8 stay as written; any other error is a bug.
    if (cause instanceof URIError) return spaced
    throw cause
  }
}

/** Splits 'a[0][url]' into ['a', '0', 'url'], where '' means the next free index; `null` for a key without a name. */
function keyPath(key: string): readonly string[] | null {
  const open = key.indexOf('[')
  const head = open < 0 ? key : key.slice(0, open)
  const name = head.trimStart().replace(/[. ]/g, '_')
  if (name === '') return null
  const path = [name]
  const rest = open < 0 ? '' : key.slice(open)
  for (const part of rest.matchAll(/\[([^\]]*)\]/gy)) path.push(part[1] ?? '')
  return path.length > MAX_DEPTH ? null : path
}

function insert(root: Node, path: readonly string[], value: string): void {
  let node = root
  for (const part of path.slice(0, -1)) {
    const key = part === '' ? nextIndex(node) : part
    const found = node.get(key)
    const child: Node = found instanceof Map ? found : new Map()
    node.set(key, child)
    node = child
  }
  const last = path.at(-1) ?? ''
  node.set(last === '' ? nextIndex(node) : last, value)
}

function nextIndex(node: Node): string {
  let next = 0
  for (const key of node.keys()) if (/^\d+$/.test(key)) next = Math.max(next, Number(key) + 1)
  return String(next)
}

function toMap(node: Node): FormMap {
  const entries = [...node].map(([key, value]): [string, FormValue] => [key, toValue(value)])
  return Object.freeze(Object.assign(Object.create(null), Object.fromEntries(entries)))
}

function toValue(value: Node | string): FormValue {
  if (typeof value === 'string') return trimmed(value)
  const isList = [...value.keys()].every((key, index) => key === String(index))
  return isList ? [...value.values()].map(toValue) : toMap(value)
}

function trimmed(value: string): string | null {
  const text = value.trim()
  return text === '' ? null : text
}

/** Returns the text of a field; `null` if it is absent, empty, or not text. */
export function textOf(form: FormMap, key: string): string | null {
  const value = form[key]
  return typeof value === 'string' ? value : null
}
