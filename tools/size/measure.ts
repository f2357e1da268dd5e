/** What a source file weighs: lines that are neither blank nor comment, by file and by function. Pure. */
import { parseSync } from 'vite'

export interface FileSize {
  /** Lines with more than blanks and comments. */
  readonly lines: number
  /** The same of each function in it, the outer ones with their inner ones. */
  readonly functions: readonly number[]
}

interface Span {
  readonly start: number
  readonly end: number
}

const CSS_COMMENT = /\/\*[\s\S]*?\*\//g
const FUNCTIONS = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']

const lineCount = (text: string): number => text.split('\n').filter((line) => line.trim() !== '').length

/** Blanks take the place of comments, so every offset stays what it was. */
function withoutComments(text: string, comments: readonly Span[]): string {
  let bare = text
  for (const { start, end } of comments)
    bare = bare.slice(0, start) + text.slice(start, end).replaceAll(/[^\n]/g, ' ') + bare.slice(end)
  return bare
}

/** `name` tells the language. Throws on what cannot be parsed. */
export function measure(name: string, text: string): FileSize {
  if (name.endsWith('.css')) return { lines: lineCount(text.replaceAll(CSS_COMMENT, '')), functions: [] }
  const { program, comments, errors } = parseSync(name, text)
  if (errors.length > 0) throw new Error(`${name} cannot be parsed: ${errors[0]?.message ?? ''}`)
  const bare = withoutComments(text, comments)
  const functions = functionsIn(program).map(({ start, end }) => lineCount(bare.slice(start, end)))
  return { lines: lineCount(bare), functions }
}

/** The spans of all functions in a tree of the parser. */
function functionsIn(node: unknown): Span[] {
  if (typeof node !== 'object' || node === null) return []
  const below = Object.values(node).flatMap(functionsIn)
  return isFunction(node) ? [node, ...below] : below
}

const isFunction = (node: object): node is Span => 'type' in node && FUNCTIONS.includes(String(node.type))

/** Whether a file is a test or serves tests alone. */
export const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path) || path.startsWith('test/')

/** The room of a file: two folders deep, three in main's engine. A file that lies higher names its folder. */
export function roomOf(path: string): string {
  const folders = path.split('/').slice(0, -1)
  const isEngine = path.startsWith('src/main/engine/')
  return folders.slice(0, isEngine ? 4 : path.startsWith('src/') ? 3 : 2).join('/')
}

/** The value below which `share` of the numbers lie; 0 of none. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
