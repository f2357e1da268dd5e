/**
 * Main process of the counting program: the app's sessions, sender and service client in any shell, without a window.
 * Sends each order once and ends.
 */
import { app } from 'electron'
import { createDialect } from '../../../src/main/engine/service/dialect.ts'
import { listImages, storeImage } from '../../../src/main/engine/service/images.ts'
import { deleteProject } from '../../../src/main/engine/service/projects.ts'
import type { ServiceClient } from '../../../src/main/engine/service/service-client.ts'
import { updateImage } from '../../../src/main/engine/service/update-image.ts'
import { createKeySlots } from '../../../src/main/http/key-slots.ts'
import { createNetwork } from '../../../src/main/network.ts'
import { Secret } from '../../../src/main/secrets/secret.ts'
import type { KeySlot, Send } from '../../../src/shared/send.ts'
import { DONE_LINE, TASK_VARIABLE, type ArrivalsTask, type Order, type OrderKind } from './orders.ts'

const FACET_SAMPLE = { description: 'One pear', resolution: '256x256' }

const NOTHING_KNOWN = { results: null, result: null, url: null }

async function run({ address, key, orders }: ArrivalsTask): Promise<void> {
  const keys = createKeySlots()
  for (const slot of ['images', 'projects'] as const) keys.put(slot, { key: new Secret(key), address })
  const { send } = createNetwork(keys).sender
  for (const order of orders) await perform(order, { address, send })
}

interface Service {
  readonly address: string
  readonly send: Send
}

function perform({ kind, label }: Order, service: Service): Promise<unknown> {
  const images = clientOf('images', service)
  const requests: Readonly<Record<OrderKind, () => Promise<unknown>>> = {
    read: () => listImages(images, { perPage: 10, page: Number(label) }),
    star: () => updateImage(images, { id: label, favorite: true, known: NOTHING_KNOWN }),
    create: () => storeImage(images, { name: label, ...FACET_SAMPLE }),
    'create-without-care': () =>
      storeImage({ ...images, send: repeatably(service.send) }, { name: label, ...FACET_SAMPLE }),
    'delete-project': () => deleteProject(clientOf('projects', service), { project: label })
  }
  return requests[kind]()
}

const clientOf = (slot: KeySlot, { address, send }: Service): ServiceClient => ({
  send,
  slot,
  address,
  dialect: createDialect(),
  now: Date.now
})

/** Sends as if duplicates had no effect. */
const repeatably =
  (send: Send): Send =>
  (request) =>
    send({ ...request, once: false })

async function main(): Promise<void> {
  await app.whenReady()
  // Written only by run.ts.
  await run(JSON.parse(process.env[TASK_VARIABLE] ?? '') as ArrivalsTask)
  console.log(DONE_LINE)
  app.exit(0)
}

main().catch((error: unknown) => {
  console.error(error)
  app.exit(1)
})
