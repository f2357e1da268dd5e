/**
 * What the structured clone algorithm carries, as JSON text, since the DevTools protocol carries text only.
 * No imports, and no types: the source of this file also runs inside the page (page-scripts.ts); wire.d.ts has them.
 */

/** Plain data travels as it is; everything else as `{ $clone: kind, value }`. */
const TAG = '$clone'
const MAX_DEPTH = 500

/** Throws `An object could not be cloned.` for functions, symbols, promises and cycles, as Electron does. */
export function packClone(value, base64) {
  return JSON.stringify(encode(value, base64, 0))
}

/** The text must come from `packClone`. */
export function unpackClone(text, base64) {
  const parsed = JSON.parse(text)
  return text.includes(TAG) ? decode(parsed, base64) : parsed
}

function tagged(kind, value) {
  return { [TAG]: kind, value }
}

function refuse() {
  throw new Error('An object could not be cloned.')
}

function encode(value, base64, depth) {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number') return encodeNumber(value)
  if (value === undefined) return tagged('Undefined')
  if (typeof value === 'bigint') return tagged('BigInt', value.toString())
  if (typeof value !== 'object' || depth > MAX_DEPTH) return refuse()
  if (Array.isArray(value)) return value.map((item) => encode(item, base64, depth + 1))
  return encodeSpecial(value, base64, depth) ?? encodeFields(value, base64, depth)
}

function encodeNumber(value) {
  if (Object.is(value, -0)) return tagged('Number', '-0')
  return Number.isFinite(value) ? value : tagged('Number', String(value))
}

/** undefined: an ordinary object. */
function encodeSpecial(value, base64, depth) {
  const prototype = Object.getPrototypeOf(value)
  if (prototype === Object.prototype || prototype === null) return undefined
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return encodeBytes(value, base64)
  if (value instanceof Date) return tagged('Date', encodeNumber(value.getTime()))
  if (value instanceof Map) return tagged('Map', encode([...value], base64, depth + 1))
  if (value instanceof Set) return tagged('Set', encode([...value], base64, depth + 1))
  if (value instanceof Error) return tagged('Error', { name: value.name, message: value.message })
  if (value instanceof Promise || value instanceof WeakMap || value instanceof WeakSet) return refuse()
  return undefined
}

/** A Buffer arrives as a Uint8Array, as after a structured clone. */
function encodeBytes(value, base64) {
  const bytes = ArrayBuffer.isView(value)
    ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
    : new Uint8Array(value)
  return tagged(Object.prototype.toString.call(value).slice(8, -1), base64.encode(bytes))
}

function encodeFields(value, base64, depth) {
  const copy = {}
  for (const [key, field] of Object.entries(value)) copy[key] = encode(field, base64, depth + 1)
  return TAG in copy ? tagged('Object', copy) : copy
}

function decode(value, base64) {
  if (typeof value !== 'object' || value === null) return value
  if (!Array.isArray(value)) {
    return TAG in value ? decodeTagged(value, base64) : decodeFields(value, base64)
  }
  for (let index = 0; index < value.length; index++) value[index] = decode(value[index], base64)
  return value
}

function decodeFields(fields, base64) {
  for (const key of Object.keys(fields)) fields[key] = decode(fields[key], base64)
  return fields
}

function decodeTagged(fields, base64) {
  const kind = String(fields[TAG])
  const value = fields['value']
  const known = DECODERS[kind]
  return known ? known(value, base64) : decodeBytes(kind, String(value), base64)
}

/** Each reads the shape that `encode` wrote under its name. */
const DECODERS = {
  Undefined: () => undefined,
  Number: (value) => Number(value),
  BigInt: (value) => BigInt(String(value)),
  Date: (value, base64) => new Date(Number(decode(value, base64))),
  Map: (value, base64) => new Map(decode(value, base64)),
  Set: (value, base64) => new Set(decode(value, base64)),
  Error: (value) => {
    const { name, message } = value
    return Object.assign(new Error(message), { name })
  },
  Object: (value, base64) => decodeFields(value, base64)
}

function decodeBytes(kind, text, base64) {
  const { buffer } = base64.decode(text)
  if (kind === 'ArrayBuffer') return buffer
  const View = Reflect.get(globalThis, kind)
  return typeof View === 'function' ? Reflect.construct(View, [buffer]) : refuse()
}
