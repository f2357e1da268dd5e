/** Turns options into a plan: normalizes addresses, reads keys, and asks before anything is created. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { BAD_INPUT } from '../../../drivers/command-line.ts'
import { ConnectionFile, keyHolder, type ConnectionRecord } from '../../../src/main/connection/connection-record.ts'
import { createApiKeyStore, keyAccount } from '../../../src/main/secrets/api-key.ts'
import { Secret } from '../../../src/main/secrets/secret.ts'
import { failureSentence } from '../../../src/copy/failures.ts'
import { normalizeAddress } from '../../../src/shared/address.ts'
import { cleanApiKey } from '../../../src/shared/api-key-format.ts'
import type { Group } from '../../../src/shared/sync-status.ts'
import { CliError } from '../../setup/cli-error.mjs'
import type { ConformanceOptions } from '../options.ts'
import type { CheckPlan } from './check-service.ts'

/** Throws CliError for an invalid address or file; the message never contains the content of the file. */
export async function planChecks(options: ConformanceOptions): Promise<CheckPlan> {
  const { profile, allowWrites, yes, badKey } = options
  const { addresses, keys } = profile === null ? readTyped(options) : await readProfile(profile)
  const mayCreate = allowWrites && (yes || (await isAgreedTo(addresses.images)))
  const createAs = mayCreate ? `Connection test ${randomUUID().slice(0, 8)}` : null
  return { addresses, keys, triesBadKey: badKey, createAs }
}

/** Projects have the same address and key unless others are given. */
function readTyped(typed: ConformanceOptions): Pick<CheckPlan, 'addresses' | 'keys'> {
  const { images, projects, keyFile, projectsKeyFile } = typed
  // The command requires both.
  const [address, file] = [images ?? '', keyFile ?? '']
  return {
    addresses: { images: baseOf(address, 'images'), projects: baseOf(projects ?? address, 'projects') },
    keys: { images: readKey(file, 'images'), projects: readKey(projectsKeyFile ?? file, 'projects') }
  }
}

const refusal = (sentence: string): CliError => new CliError(sentence, BAD_INPUT)

function baseOf(text: string, group: Group): string {
  const address = normalizeAddress(text, group)
  if (!address.ok) throw refusal(`--${group}: ${failureSentence(address.failure, group).headline}.`)
  if (address.isInsecure)
    throw refusal(`--${group}: with plain http anyone on the network could read the key. Use https.`)
  return address.base
}

function readKey(file: string, group: Group): Secret {
  const key = cleanApiKey(textOf(file))
  if (!key.ok) throw refusal(`The key in ${file}: ${failureSentence(key.failure, group).headline}.`)
  return new Secret(key.value)
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error) throw refusal(`Can’t read the file ${file}.`)
    throw error
  }
}

async function isAgreedTo(address: string): Promise<boolean> {
  console.error(
    `This creates an image at ${address}, changes it, and deletes it. Creating it may cost as much as any image.`
  )
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  // A closed input means no.
  const closed = new Promise<string>((resolve) => terminal.once('close', () => resolve('')))
  const answer = await Promise.race([terminal.question('Continue? [y/N] '), closed])
  terminal.close()
  const isYes = /^y(es)?$/i.test(answer.trim())
  if (!isYes) console.error('Nothing is created. Reading only.')
  return isYes
}

/** Reads the open connection of a profile and its keys, and changes nothing. Throws CliError if one is missing. */
async function readProfile(folder: string): Promise<Pick<CheckPlan, 'addresses' | 'keys'>> {
  const { connections, open } = readConnections(join(folder, 'connections.json'))
  const connection = connections.find(({ id }) => id === open)
  if (connection === undefined) throw refusal(`No connection is open in ${folder}.`)
  if (connection.isSample) throw refusal(`The sample library is open in ${folder}, which has no service to check.`)
  const { images, projects } = connection
  return {
    addresses: { images: images.address, projects: projects.address },
    keys: { images: await storedKey(connection, 'images'), projects: await storedKey(connection, 'projects') }
  }
}

function readConnections(file: string): ConnectionFile {
  try {
    return ConnectionFile.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    if (error instanceof Error) throw refusal(`Can’t read ${file} as connections of Proofsheet.`)
    throw error
  }
}

async function storedKey(connection: ConnectionRecord, group: Group): Promise<Secret> {
  const holder = keyHolder(connection, group)
  const read = await createApiKeyStore().read(keyAccount(connection.id, holder), connection[holder].isKeyStored)
  if (read.kind === 'found') return read.key
  const why = read.kind === 'absent' ? 'there is none' : `the keychain is ${read.fault}`
  throw refusal(`Can’t get the key for ${group}: ${why}.`)
}
