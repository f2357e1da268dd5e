/** First module of a utility process: provides `process.parentPort`, then runs the app's module. */
import { EventEmitter } from 'node:events'
import { pathToFileURL } from 'node:url'

/** Electron refuses shared memory, which Node's channel would copy. */
function holdsSharedMemory(value: unknown): boolean {
  if (ArrayBuffer.isView(value)) return value.buffer instanceof SharedArrayBuffer
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsSharedMemory)
}

class ParentPort extends EventEmitter {
  postMessage(message: unknown): void {
    if (holdsSharedMemory(message)) throw new Error('An object could not be cloned.')
    process.send?.({ data: message })
  }
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
// A utility process ends with its app, by a signal, because `exit` waits forever for sleeping WebAssembly threads.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
Object.defineProperty(process, 'parentPort', { value: parentPort })
Object.defineProperty(process, 'type', { value: 'utility' })

const [node = '', , modulePath = '', ...args] = process.argv
process.argv = [node, modulePath, ...args]
await import(pathToFileURL(modulePath).href)
