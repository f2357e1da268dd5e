/**
 * The project's own lint rules for oxlint, where no maintained rule exists: `rooms` (allowed imports), `guarded-names`
 * (where fetch, window.bridge, ipcMain and others may be used), `watched-work` (sync runs background work only in
 * sync/background.ts), `settled-waits` (tests wait through the drivers).
 */
import { dirname, join, relative, resolve, sep } from 'node:path'
import { GUARDED_PACKAGES, mayImport, OUTER_ROOMS, roomOf, TESTS_MAY_IMPORT } from './rooms.ts'

/** The used part of ESLint's rule interface. */
interface SourceNode {
  readonly source: { readonly value: unknown } | null
}
interface NamedNode {
  readonly name: string
  readonly parent?: {
    readonly type: string
    readonly property?: unknown
    readonly computed?: boolean
    readonly key?: unknown
  }
}
interface RuleContext {
  readonly filename: string
  report(problem: { node: unknown; message: string }): void
}

/** The project, and that of the rules' test. */
const ROOTS = [resolve(import.meta.dirname, 'fixtures'), resolve(import.meta.dirname, '../..')]
const SRC = 'src/'

/** Returns the path from the root with forward slashes; `null` for other files. */
function pathOf(file: string): string | null {
  const path = ROOTS.map((root) => relative(root, file)).find((one) => !one.startsWith('..'))
  return path?.split(sep).join('/') ?? null
}

/** Returns the path in src/; `null` for other files. */
function placeOf(file: string): string | null {
  const path = pathOf(file)
  return path?.startsWith(SRC) === true ? path.slice(SRC.length) : null
}

const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file)
const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

/** Returns a sentence for a forbidden import, otherwise `null`. */
function judgeImport(file: string, specifier: string): string | null {
  const from = placeOf(file)
  if (from === null || isTest(file)) return judgeOuterImport(file, specifier)
  const room = roomOf(from)
  if (room === null) return `${from} is in no declared room (tools/lint/rooms.ts).`
  if (!specifier.startsWith('.')) {
    const name = packageOf(specifier)
    const isGuarded = GUARDED_PACKAGES.includes(name) && !(room.packages ?? []).includes(name)
    return isGuarded ? `${room.place} may not name the package ${name}.` : null
  }
  const to = placeOf(targetOf(file, specifier))
  const target = to === null ? null : roomOf(to)
  if (target === null) return `${room.place} may not import from outside src (${specifier}).`
  return mayImport(room, target) ? null : `${room.place} may not import ${target.place}: imports run downhill.`
}

const targetOf = (file: string, specifier: string): string => join(dirname(file), specifier.replace(/\?.*$/, ''))

/** Does the same for files outside of src, and for tests. */
function judgeOuterImport(file: string, specifier: string): string | null {
  const [from, to] = [pathOf(file), pathOf(targetOf(file, specifier))]
  if (from === null || to === null || !specifier.startsWith('.') || to.startsWith('node_modules/')) return null
  const isWithin = (place: string): boolean => to.startsWith(`${place}/`)
  if (isTest(file) && TESTS_MAY_IMPORT.some(isWithin)) return null
  const room = roomOf(from, OUTER_ROOMS)
  const target = roomOf(to, OUTER_ROOMS)
  if (room === null) return from.startsWith(SRC) ? `A test of src may not import ${specifier}.` : null
  if (room.mayImport.some(isWithin) || (target !== null && mayImport(room, target))) return null
  return `${room.place} may not import ${specifier}: code of tools and tests is in drivers.`
}

const rooms = {
  create(context: RuleContext) {
    const check = (node: SourceNode): void => {
      if (typeof node.source?.value !== 'string') return
      const message = judgeImport(context.filename, node.source.value)
      if (message !== null) context.report({ node, message })
    }
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check
    }
  }
}

/** Names that only some files of src/ may use. */
const GUARDED_NAMES: Readonly<Record<string, readonly string[]>> = {
  fetch: ['main/http', 'main/pictures'],
  ipcMain: ['main/ipc', 'main/request-handlers.ts'],
  ipcRenderer: ['preload'],
  contextBridge: ['preload'],
  queueMicrotask: ['main/engine/sync/background.ts']
}

const isAllowedAt = (place: string, allowed: readonly string[]): boolean =>
  allowed.some((room) => place === room || place.startsWith(`${room}/`))

const guardedNames = {
  create(context: RuleContext) {
    const place = placeOf(context.filename)
    if (place === null || isTest(context.filename)) return {}
    return {
      Identifier(node: NamedNode) {
        const allowed = Object.hasOwn(GUARDED_NAMES, node.name) ? GUARDED_NAMES[node.name] : undefined
        if (allowed === undefined || isAllowedAt(place, allowed)) return
        // Packages restrict properties such as session.fetch, and keys of objects are not uses.
        const isOwnName = node.parent?.type === 'MemberExpression' && node.parent.property === node
        const isKey = node.parent?.type === 'Property' && node.parent.key === node
        if (!isOwnName && !isKey)
          context.report({ node, message: `${node.name} may only be used in ${allowed.join(', ')}.` })
      },
      MemberExpression(node: { object: { type: string; name?: string }; property: { name?: string } }) {
        const isBridge = node.property.name === 'bridge' && ['window', 'globalThis'].includes(node.object.name ?? '')
        if (isBridge && place !== 'renderer/bridge.ts') {
          context.report({ node, message: 'window.bridge may only be used in renderer/bridge.ts.' })
        }
      }
    }
  }
}

/** Folder where an unawaited promise would end the thread if a page of the library is unreadable. */
const WATCHED = 'main/engine/sync/'
const WATCH = 'main/engine/sync/background.ts'

const watchedWork = {
  create(context: RuleContext) {
    const place = placeOf(context.filename)
    if (place === null || !place.startsWith(WATCHED) || place === WATCH || isTest(context.filename)) return {}
    return {
      UnaryExpression(node: { operator: string; argument: { type: string } }) {
        if (node.operator === 'void' && node.argument.type === 'CallExpression')
          context.report({ node, message: 'Run unawaited work in Background, which handles a failing disk.' })
      }
    }
  }
}

/** Waits of test libraries for a state that may be outdated, or for a time. */
const RACING_WAITS: readonly string[] = ['poll', 'waitFor', 'waitUntil', 'waitForTimeout']
const WAITING_LIBRARIES: readonly string[] = ['expect', 'vi', 'page']
/** Defines the wait of end-to-end tests, which first lets the window settle. */
const SETTLED_WAIT = 'test/e2e/soon.ts'

interface CallNode {
  readonly callee: {
    readonly type: string
    readonly object?: { readonly name?: string; readonly callee?: { readonly name?: string } }
    readonly property?: { readonly name?: string }
  }
}

const settledWaits = {
  create(context: RuleContext) {
    const path = pathOf(context.filename)
    const isTesting = path !== null && (isTest(path) || path.startsWith('test/')) && path !== SETTLED_WAIT
    if (!isTesting) return {}
    return {
      CallExpression(node: CallNode) {
        const { object, property } = node.callee
        const owner = object?.name ?? object?.callee?.name ?? ''
        if (WAITING_LIBRARIES.includes(owner) && RACING_WAITS.includes(property?.name ?? ''))
          context.report({
            node,
            message: 'Wait with `soon` for the window, with `eventually` for states that do not change.'
          })
      },
      ImportDeclaration(node: SourceNode & { readonly specifiers: readonly { imported?: { name?: string } }[] }) {
        const specifier = String(node.source?.value)
        const isPause = node.specifiers.some(({ imported }) => imported?.name === 'setTimeout')
        if (specifier === 'node:timers/promises' && isPause)
          context.report({ node, message: 'Wait for an event or a revision, never for a time.' })
        if (path.startsWith('test/e2e/') && specifier.endsWith('/eventually.ts'))
          context.report({ node, message: 'Wait for the window with `soon`, which lets it settle first.' })
      }
    }
  }
}

export default {
  meta: { name: 'proofsheet' },
  rules: { rooms, 'guarded-names': guardedNames, 'watched-work': watchedWork, 'settled-waits': settledWaits }
}
