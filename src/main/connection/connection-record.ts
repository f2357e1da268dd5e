/** A connection as its file holds it: addresses and markers, nothing secret. */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Group } from '../../shared/sync-status.ts'
import type { Secret } from '../secrets/secret.ts'

const Salt = z.string().regex(/^[0-9a-f]{32}$/)

const GroupRecord = z.strictObject({
  /** Normalized base address. */
  address: z.string(),
  /** A key was written to the computer's key store and never erased: tells "locked" from "absent". */
  isKeyStored: z.boolean(),
  /** ms since epoch; null when no key was ever given. */
  keySavedAt: z.number().nullable(),
  /** In the place of the connection's, since the group has moved to another host; null = it never has. */
  salt: Salt.nullable().default(null)
})

const ConnectionRecord = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  images: GroupRecord,
  projects: GroupRecord,
  /** Both groups use the key of the images group, which is stored once. */
  sharesKey: z.boolean(),
  /** Hex; makes the hashes that tell key owners apart useless elsewhere. */
  salt: Salt,
  /** Made-up records, served in this process. Files of before have no such connection. */
  isSample: z.boolean().default(false)
})

export const ConnectionFile = z.strictObject({
  version: z.literal(1),
  /** Id of the connection in use. */
  open: z.uuid().nullable(),
  /** What was in use before the sample, to go back to. */
  openBefore: z.uuid().nullable().default(null),
  connections: z.array(ConnectionRecord)
})

export type ConnectionRecord = Readonly<z.infer<typeof ConnectionRecord>>
export type ConnectionFile = Readonly<z.infer<typeof ConnectionFile>>

export interface ConnectionAddresses {
  readonly images: string
  readonly projects: string
}

/** A connection without keys yet. Its name is the host, until a person gives it another. */
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

/** Always the same, so that whatever a kill left of an earlier sample is found again. */
const SAMPLE_ID = '5a3c1e00-0000-4000-8000-000000000000'
/** A name that never resolves: should a request for it ever get out, it reaches nobody. */
export const SAMPLE_ADDRESS = 'https://sample.invalid'
const SAMPLE_NAME = 'Sample library'

export function sampleConnection(): ConnectionRecord {
  const addresses = { images: SAMPLE_ADDRESS, projects: SAMPLE_ADDRESS }
  return { ...newConnection(addresses), id: SAMPLE_ID, name: SAMPLE_NAME, isSample: true }
}

/** Whatever was hashed with another one is not known any more. */
export const newSalt = (): string => randomBytes(16).toString('hex')

/** Salted hash of a group's key, hex: whoever holds the library cannot try keys against it from another file. */
export function hashKey(connection: ConnectionRecord, group: Group, key: Secret): string {
  const salt = connection[group].salt ?? connection.salt
  return createHash('sha256').update(salt).update('\0').update(key.reveal()).digest('hex')
}

/** Group whose item in the key store holds the key of `group`. */
export function keyHolder(connection: ConnectionRecord, group: Group): Group {
  return connection.sharesKey ? 'images' : group
}
