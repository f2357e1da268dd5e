/** From what was typed to what is asked: addresses cleaned up, keys read, and a word before anything is created. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { Secret } from '../../../src/main/secrets/secret.ts'
import { failureSentence } from '../../../src/renderer/copy/failures.ts'
import { normalizeAddress } from '../../../src/shared/address.ts'
import { cleanApiKey } from '../../../src/shared/api-key-format.ts'
import type { Group } from '../../../src/shared/sync-status.ts'
import { UsageError } from '../../../drivers/command-line.ts'
import type { ConformanceOptions, ServerPlace } from '../options.ts'
import type { ServerPlan } from './ask-server.ts'
import { readProfile } from './read-profile.ts'

type Typed = Extract<ConformanceOptions, { readonly kind: 'server' }>

/** Throws UsageError for an address or a file that cannot be used; its message never holds what is in the file. */
export async function planServer(typed: Typed): Promise<ServerPlan> {
  const { addresses, keys } =
    typed.place.kind === 'profile' ? await readProfile(typed.place.folder) : readTyped(typed.place)
  const mayCreate = typed.allowsWrites && (typed.isAgreed || (await isAgreedTo(addresses.images)))
  const createAs = mayCreate ? `Connection test ${randomUUID().slice(0, 8)}` : null
  return { addresses, keys, triesBadKey: typed.triesBadKey, createAs }
}

function readTyped(place: Extract<ServerPlace, { readonly kind: 'typed' }>): Pick<ServerPlan, 'addresses' | 'keys'> {
  return {
    addresses: { images: baseOf(place.images, 'images'), projects: baseOf(place.projects, 'projects') },
    keys: { images: readKey(place.keyFile, 'images'), projects: readKey(place.projectsKeyFile, 'projects') }
  }
}

function baseOf(text: string, group: Group): string {
  const address = normalizeAddress(text, group)
  if (!address.ok) throw new UsageError(`--${group}: ${failureSentence(address.failure, group).headline}.`)
  if (address.isInsecure)
    throw new UsageError(`--${group}: over plain http everybody on the network could read the key. Use https.`)
  return address.base
}

function readKey(file: string, group: Group): Secret {
  const key = cleanApiKey(textOf(file))
  if (!key.ok) throw new UsageError(`The key in ${file}: ${failureSentence(key.failure, group).headline}.`)
  return new Secret(key.value)
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error) throw new UsageError(`The file ${file} cannot be read.`)
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
