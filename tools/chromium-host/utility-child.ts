/** First module of a utility process: gives the app's module its `process.parentPort`, then runs it. */
import { EventEmitter } from 'node:events'
import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'

/** Electron does not send shared memory, which Node's own channel would copy. */
function holdsSharedMemory(value: unknown): boolean {
  if (ArrayBuffer.isView(value)) return value.buffer instanceof SharedArrayBuffer
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsSharedMemory)
}

class ParentPort extends EventEmitter {
  postMessage(message: unknown): void {
    if (holdsSharedMemory(message)) throw new Error('An object could not be cloned.')
    process.send?.({ data: message })
  }

  /** Messages flow from the first listener on; as in Electron this is for ports handed over. */
  start(): void {}
}

const parentPort = new ParentPort()
const early: unknown[] = []
process.on('message', ({ data }: { data: unknown }) => {
  if (parentPort.listenerCount('message') === 0) early.push(data)
  else parentPort.emit('message', { data, ports: [] })
})
parentPort.on('newListener', (name) => {
  if (name !== 'message') return
  queueMicrotask(() => {
    for (const data of early.splice(0)) parentPort.emit('message', { data, ports: [] })
  })
})
// A utility process does not outlive its app.
// By a signal, because `exit` waits for ever for threads of WebAssembly that sleep.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
Object.defineProperty(process, 'parentPort', { value: parentPort })
Object.defineProperty(process, 'type', { value: 'utility' })

const [node = '', , telling = '', modulePath = '', ...args] = process.argv
process.argv = [node, modulePath, ...args]
if (telling === 'tell') {
  registerHooks({
    load(url, context, nextLoad) {
      process.send?.({ loaded: url })
      return nextLoad(url, context)
    }
  })
}
await import(pathToFileURL(modulePath).href)
