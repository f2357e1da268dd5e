/**
 * The project's own lint rules for oxlint, where no maintained rule exists: `rooms` (allowed imports), `guarded-names`
 * (where fetch, window.bridge, ipcMain and others may be used), `watched-work` (sync runs background work only in
 * sync/background.ts), `settled-waits` (tests wait through the drivers), `sentences` (users read what the catalogue
 * says, in the words of the guide, and drivers find it by key), `texts-at-use` (a text is read where it is shown).
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
const SETTLED_WAIT = 'test/e2e/expect-soon.ts'

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
            message: 'Wait with `expectSoon` for the window, with `eventually` for states that do not change.'
          })
      },
      ImportDeclaration(node: SourceNode & { readonly specifiers: readonly { imported?: { name?: string } }[] }) {
        const specifier = String(node.source?.value)
        const isPause = node.specifiers.some(({ imported }) => imported?.name === 'setTimeout')
        if (specifier === 'node:timers/promises' && isPause)
          context.report({ node, message: 'Wait for an event or a revision, never for a time.' })
        if (path.startsWith('test/e2e/') && specifier.endsWith('/eventually.ts'))
          context.report({ node, message: 'Wait for the window with `expectSoon`, which lets it settle first.' })
      }
    }
  }
}

/** Two words of a sentence that a user would read, its end, or a word with the ellipsis of a button. */
const SENTENCE =
  /^[^A-Za-z]*[A-Z][^\n]*?[A-Za-z’”,.:…]{2,} [A-Za-z“]{2,}|^[A-Z][a-z’]+…$|[a-z’]{2,} [a-z’]{2,}[.?!…](?: |$)/
/** Words that the window never uses: persons, riddles, and names that were replaced. */
const REFUSED_WORDS =
  /\b(told(?! apart)|anew|by itself|by themselves|in step with|somebody|nobody|the person|people|whoever|word of|we|us|our|needs you|needs? a look|waiting to send|already so|taken back|key store|records?|server’s)\b/i
/** What German never says: it addresses nobody. */
const REFUSED_IN_GERMAN = /\b(wir|uns|unsere?[mnrs]?|du|dich|deine?[mnrs]?|Ihre?[mnrs]?|Ihnen|bitte)\b/
const CATALOGUES: readonly (readonly [place: string, refused: RegExp])[] = [
  ['copy/en/', REFUSED_WORDS],
  ['copy/de/', REFUSED_IN_GERMAN]
]
/** Rooms whose texts come from the catalogue. The engine has none, and the sample's names are data. */
const SPEAKING_ROOMS = ['renderer/', 'main/', 'copy/']
const SILENT_ROOMS = ['main/engine/', 'main/sample/']

interface TextNode {
  readonly value: unknown
  readonly regex?: { readonly pattern: string }
  readonly parent?: TextParent
}
interface TextParent {
  readonly type: string
  readonly callee?: { readonly name?: string; readonly property?: { readonly name?: string } }
  readonly key?: { readonly name?: string }
  readonly parent?: TextParent
}

/** A message of an error, or the technical detail of a failure: both are for the log. */
const isForLog = ({ parent }: TextNode): boolean =>
  (parent?.type === 'NewExpression' && parent.callee?.name?.endsWith('Error') === true) ||
  (parent?.type === 'Property' && parent.key?.name === 'detail')

/** Files that drive the window in each language of the app, and know its texts by key only. */
const DRIVING = /^(drivers|tools\/screens)\//
const FINDERS = /^getBy(Role|Text|Label|Placeholder|Title|AltText)$/
const CAPITAL_WORD = /^[^A-Za-z]*[A-Z][A-Za-z’]/

/** Finds an element, by its argument or by one of its options, or is what a scene must show. */
const isShown = ({ parent }: TextNode): boolean => {
  const call = parent?.type === 'Property' ? parent.parent?.parent : parent
  return parent?.type === 'ArrowFunctionExpression' || FINDERS.test(call?.callee?.property?.name ?? '')
}

const sentences = {
  create(context: RuleContext) {
    const path = pathOf(context.filename)
    if (path !== null && DRIVING.test(path) && !isTest(path)) {
      return {
        Literal(node: TextNode) {
          if (isShown(node) && CAPITAL_WORD.test(node.regex?.pattern ?? String(node.value)))
            context.report({ node, message: 'The window speaks other languages: read the text from src/copy.' })
        }
      }
    }
    const place = placeOf(context.filename)
    if (place === null || isTest(context.filename)) return {}
    const isIn = (room: string): boolean => place.startsWith(room)
    const catalogue = CATALOGUES.find(([room]) => isIn(room))
    if (!SPEAKING_ROOMS.some(isIn) || SILENT_ROOMS.some(isIn)) return {}
    const judge = (node: TextNode, text: unknown): void => {
      if (typeof text !== 'string' || !text.includes(' ')) return
      const refused = catalogue?.[1].exec(text)?.[0]
      if (refused !== undefined)
        context.report({ node, message: `"${refused}" is no word of the window: say it as the other sentences do.` })
      if (catalogue === undefined && SENTENCE.test(text.trim()) && !isForLog(node))
        context.report({ node, message: 'A sentence that a user reads belongs in src/copy.' })
    }
    return {
      Literal: (node: TextNode) => judge(node, node.value),
      TemplateElement: (node: TextNode & { value: { cooked?: string } }) => judge(node, node.value.cooked),
      JSXText: (node: TextNode) => judge(node, node.value)
    }
  }
}

interface ScopedNode {
  readonly type: string
  readonly parent?: ScopedNode | null
  readonly callee?: { readonly property?: { readonly name?: string } }
}

/** Methods that call their function at once. */
const AT_ONCE: readonly (string | undefined)[] = ['map', 'flatMap', 'filter', 'forEach']

const isLater = ({ type, parent }: ScopedNode): boolean =>
  (type.includes('Function') && !AT_ONCE.includes(parent?.callee?.property?.name)) || (parent ? isLater(parent) : false)

/** What is read while a module loads would stay in the language of that moment. */
const textsAtUse = {
  create(context: RuleContext) {
    if (isTest(context.filename)) return {}
    const state = { isCatalogue: false }
    return {
      ImportDeclaration({ source }: SourceNode) {
        state.isCatalogue ||= typeof source?.value === 'string' && /(copy|\.)\/language\.ts$/.test(source.value)
      },
      Identifier(node: NamedNode & ScopedNode) {
        const isRead = /^(Member|TSNonNull|Call)Expression$|^VariableDeclarator$/.test(node.parent?.type ?? '')
        if (state.isCatalogue && node.name === 'copy' && isRead && !isLater(node))
          context.report({
            node,
            message: 'A text is read where it is shown: a module is loaded in one language only.'
          })
      }
    }
  }
}

export default {
  meta: { name: 'proofsheet' },
  rules: {
    rooms,
    'guarded-names': guardedNames,
    'watched-work': watchedWork,
    'settled-waits': settledWaits,
    sentences,
    'texts-at-use': textsAtUse
  }
}
