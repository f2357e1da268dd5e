/** From what was typed to what is asked: addresses cleaned up, keys read, and a word before anything is created. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { Secret } from '../../../src/main/secrets/secret.ts'
import { failureSentence } from '../../../src/renderer/copy/failures.ts'
import { normalizeAddress } from '../../../src/shared/address.ts'
import { cleanApiKey } from '../../../src/shared/api-key-format.ts'
import type { Group } from '../../../src/shared/sync-status.ts'
import { BAD_INPUT } from '../../../drivers/command-line.ts'
import { CliError } from '../../setup/cli-error.mjs'
import type { ConformanceOptions } from '../options.ts'
import type { ServerPlan } from './ask-server.ts'
import { readProfile } from './read-profile.ts'

/** Throws CliError for an address or a file that cannot be used; its message never holds what is in the file. */
export async function planServer(options: ConformanceOptions): Promise<ServerPlan> {
  const { profile, allowWrites, yes, badKey } = options
  const { addresses, keys } = profile === null ? readTyped(options) : await readProfile(profile)
  const mayCreate = allowWrites && (yes || (await isAgreedTo(addresses.images)))
  const createAs = mayCreate ? `Connection test ${randomUUID().slice(0, 8)}` : null
  return { addresses, keys, triesBadKey: badKey, createAs }
}

/** Projects are at the same address, with the same key, unless another one was typed. */
function readTyped(typed: ConformanceOptions): Pick<ServerPlan, 'addresses' | 'keys'> {
  const { images, projects, keyFile, projectsKeyFile } = typed
  // The command refuses to run without these two.
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
    throw refusal(`--${group}: over plain http everybody on the network could read the key. Use https.`)
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
    if (error instanceof Error && 'code' in error) throw refusal(`The file ${file} cannot be read.`)
    throw error
  }
}

async function isAgreedTo(address: string): Promise<boolean> {
  console.error(
    `One image is created at ${address}, changed and deleted again. The creation may cost what an image costs.`
  )
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  // A closed input is no yes.
  const closed = new Promise<string>((resolve) => terminal.once('close', () => resolve('')))
  const answer = await Promise.race([terminal.question('Go on? [y/N] '), closed])
  terminal.close()
  const isYes = /^y(es)?$/i.test(answer.trim())
  if (!isYes) console.error('Nothing is created. Reading only.')
  return isYes
}
