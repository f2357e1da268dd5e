/** Schema of a stored connection: addresses and markers, no secrets. */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Group } from '../../shared/sync-status.ts'
import type { Secret } from '../secrets/secret.ts'

const Salt = z.string().regex(/^[0-9a-f]{32}$/)

const GroupRecord = z.strictObject({
  /** Normalized base address. */
  address: z.string(),
  /** Whether a key is in the keychain; distinguishes "locked" from "absent". */
  isKeyStored: z.boolean(),
  /** ms since epoch; `null` if no key was entered. */
  keySavedAt: z.number().nullable(),
  /** Replaces the connection's salt after the group has moved to another host; `null` if it never has. */
  salt: Salt.nullable().default(null)
})

const ConnectionRecord = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  images: GroupRecord,
  projects: GroupRecord,
  /** Whether both groups use the key of the images group, which is stored once. */
  sharesKey: z.boolean(),
  /** Hex; makes the key hashes, which distinguish accounts, useless in other files. */
  salt: Salt,
  /** Whether this is the sample, whose items are served in this process. Missing in files without a sample. */
  isSample: z.boolean().default(false)
})

export const ConnectionFile = z.strictObject({
  version: z.literal(1),
  /** Id of the current connection. */
  open: z.uuid().nullable(),
  /** Id of the connection to restore after the sample. */
  openBefore: z.uuid().nullable().default(null),
  connections: z.array(ConnectionRecord)
})

export type ConnectionRecord = Readonly<z.infer<typeof ConnectionRecord>>
export type ConnectionFile = Readonly<z.infer<typeof ConnectionFile>>

export interface ConnectionAddresses {
  readonly images: string
  readonly projects: string
}

/** Creates a connection without keys, named after its host. */
export function newConnection(addresses: ConnectionAddresses): ConnectionRecord {
  const group = (address: string) => ({ address, isKeyStored: false, keySavedAt: null, salt: null })
  return {
    id: randomUUID(),
    name: new URL(addresses.images).host,
    images: group(addresses.images),
    projects: group(addresses.projects),
    sharesKey: true,
    salt: newSalt(),
    isSample: false
  }
}

/** Fixed id, so that leftovers of a killed sample are found again. */
const SAMPLE_ID = '5a3c1e00-0000-4000-8000-000000000000'
/** Address that never resolves, so that a request sent by mistake reaches no host. */
export const SAMPLE_ADDRESS = 'https://sample.invalid'

export function sampleConnection(): ConnectionRecord {
  const addresses = { images: SAMPLE_ADDRESS, projects: SAMPLE_ADDRESS }
  return { ...newConnection(addresses), id: SAMPLE_ID, isSample: true }
}

/** Creates a salt; hashes made with another one no longer match. */
export const newSalt = (): string => randomBytes(16).toString('hex')

/**
 * Returns the salted hash of a group's key in hex; without the salt, keys cannot be checked against the library file.
 */
export function hashKey(connection: ConnectionRecord, group: Group, key: Secret): string {
  const salt = connection[group].salt ?? connection.salt
  return createHash('sha256').update(salt).update('\0').update(key.reveal()).digest('hex')
}

/** Returns the group whose keychain item contains the key of `group`. */
export function keyHolder(connection: ConnectionRecord, group: Group): Group {
  return connection.sharesKey ? 'images' : group
}
