/** Counts lines that are neither blank nor comments, by file and function. Pure. */
import { parseSync } from 'vite'

export interface FileSize {
  /** Lines that are neither blank nor comments. */
  readonly lines: number
  /** The lines of each function, including inner functions. */
  readonly functions: readonly number[]
}

interface Span {
  readonly start: number
  readonly end: number
}

const CSS_COMMENT = /\/\*[\s\S]*?\*\//g
const FUNCTIONS = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']

const lineCount = (text: string): number => text.split('\n').filter((line) => line.trim() !== '').length

/** Replaces comments with blanks, which keeps offsets. */
function withoutComments(text: string, comments: readonly Span[]): string {
  let bare = text
  for (const { start, end } of comments)
    bare = bare.slice(0, start) + text.slice(start, end).replaceAll(/[^\n]/g, ' ') + bare.slice(end)
  return bare
}

/** `name` determines the language. Throws if the text cannot be parsed. */
export function measure(name: string, text: string): FileSize {
  if (name.endsWith('.css')) return { lines: lineCount(text.replaceAll(CSS_COMMENT, '')), functions: [] }
  const { program, comments, errors } = parseSync(name, text)
  if (errors.length > 0) throw new Error(`${name} cannot be parsed: ${errors[0]?.message ?? ''}`)
  const bare = withoutComments(text, comments)
  const functions = functionsIn(program).map(({ start, end }) => lineCount(bare.slice(start, end)))
  return { lines: lineCount(bare), functions }
}

/** Returns the spans of all functions in a syntax tree. */
function functionsIn(node: unknown): Span[] {
  if (typeof node !== 'object' || node === null) return []
  const below = Object.values(node).flatMap(functionsIn)
  return isFunction(node) ? [node, ...below] : below
}

const isFunction = (node: object): node is Span => 'type' in node && FUNCTIONS.includes(String(node.type))

/** Whether a file is a test or only used by tests. */
export const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path) || path.startsWith('test/')

/** Returns the folder of a file, up to two levels, three in src, four in main's engine. */
export function roomOf(path: string): string {
  const folders = path.split('/').slice(0, -1)
  const isEngine = path.startsWith('src/main/engine/')
  return folders.slice(0, isEngine ? 4 : path.startsWith('src/') ? 3 : 2).join('/')
}

/** Returns a quantile; 0 without numbers. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
