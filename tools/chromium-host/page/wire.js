/**
 * Encodes values as the structured clone algorithm does, as JSON, because the DevTools protocol only carries text.
 * Without imports, because the source also runs inside the page (page-scripts.ts).
 *
 * @typedef {{
 *   readonly encode: (bytes: Uint8Array) => string,
 *   readonly decode: (text: string) => Uint8Array<ArrayBuffer>
 * }} Base64 Conversion with Buffer in the host, with Uint8Array in the page.
 */

/** Plain data is sent unchanged, everything else as `{ $clone: kind, value }`. */
const TAG = '$clone'
const MAX_DEPTH = 500

/**
 * Throws `An object could not be cloned.` for values that Electron refuses or the app never sends.
 *
 * @param {unknown} value
 * @param {Base64} base64
 * @returns {string}
 */
export function packClone(value, base64) {
  return JSON.stringify(encode(value, base64, 0))
}

/**
 * Decodes a text of `packClone`.
 *
 * @param {string} text
 * @param {Base64} base64
 * @returns {unknown}
 */
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
  if (typeof value !== 'object' || depth > MAX_DEPTH) return refuse()
  if (Array.isArray(value)) return value.map((item) => encode(item, base64, depth + 1))
  return encodeBytes(value, base64) ?? encodeFields(value, base64, depth)
}

function encodeNumber(value) {
  if (Object.is(value, -0)) return tagged('Number', '-0')
  return Number.isFinite(value) ? value : tagged('Number', String(value))
}

/**
 * Returns `undefined` for an ordinary object. Of others the app only sends typed arrays; a Buffer becomes a Uint8Array.
 */
function encodeBytes(value, base64) {
  const prototype = Object.getPrototypeOf(value)
  if (prototype === Object.prototype || prototype === null) return undefined
  if (!ArrayBuffer.isView(value)) return refuse()
  const bytes = new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
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

function decodeTagged({ [TAG]: kind, value }, base64) {
  if (kind === 'Undefined') return undefined
  if (kind === 'Number') return Number(value)
  if (kind === 'Object') return decodeFields(value, base64)
  return Reflect.construct(Reflect.get(globalThis, kind), [base64.decode(value).buffer])
}
