/** The connection that the program has open in a profile, and its keys. Nothing in the profile is touched. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConnectionFile, keyHolder, type ConnectionRecord } from '../../../src/main/connection/connection-record.ts'
import { createApiKeyStore, keyAccount } from '../../../src/main/secrets/api-key.ts'
import type { Secret } from '../../../src/main/secrets/secret.ts'
import type { Group } from '../../../src/shared/sync-status.ts'
import { BAD_INPUT } from '../../../drivers/command-line.ts'
import { CliError } from '../../setup/cli-error.mjs'
import type { ServerPlan } from './ask-server.ts'

/** Throws CliError where there is no connection, or a key that cannot be read. */
export async function readProfile(folder: string): Promise<Pick<ServerPlan, 'addresses' | 'keys'>> {
  const { connections, open } = readFile(join(folder, 'connections.json'))
  const connection = connections.find(({ id }) => id === open)
  if (connection === undefined) throw refusal(`No connection is open in ${folder}.`)
  if (connection.isSample) throw refusal(`The sample library is open in ${folder}: it has no service to ask.`)
  const { images, projects } = connection
  return {
    addresses: { images: images.address, projects: projects.address },
    keys: { images: await readKey(connection, 'images'), projects: await readKey(connection, 'projects') }
  }
}

const refusal = (sentence: string): CliError => new CliError(sentence, BAD_INPUT)

function readFile(file: string): ConnectionFile {
  try {
    return ConnectionFile.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    if (error instanceof Error) throw refusal(`${file} cannot be read as the connections of Proofsheet.`)
    throw error
  }
}

async function readKey(connection: ConnectionRecord, group: Group): Promise<Secret> {
  const holder = keyHolder(connection, group)
  const read = await createApiKeyStore().read(keyAccount(connection.id, holder), connection[holder].isKeyStored)
  if (read.kind === 'found') return read.key
  const why = read.kind === 'absent' ? 'there is none' : `the key store is ${read.fault}`
  throw refusal(`The key for ${group} cannot be had: ${why}.`)
}
