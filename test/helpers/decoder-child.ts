/** Gives a child process the `parentPort` of a utility process, then runs the decoder in it. */
import { EventEmitter } from 'node:events'

const port = Object.assign(new EventEmitter(), { postMessage: (message: object) => process.send?.(message) })
Object.defineProperty(process, 'parentPort', { value: port })
process.on('message', (data) => port.emit('message', { data }))
process.on('disconnect', () => process.exit(0))
await import('../../src/main/pictures/decoder.ts')
