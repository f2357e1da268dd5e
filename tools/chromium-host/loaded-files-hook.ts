/** Runs first in each thread of the app when hashes are asked for: tells the host which modules the thread loads. */
import { registerHooks } from 'node:module'
import { BroadcastChannel } from 'node:worker_threads'

/** Spelled out and not imported: this file runs before hooks, in every thread. */
const channel = new BroadcastChannel('chromium-host:loaded')
channel.unref()

registerHooks({
  load(url, context, nextLoad) {
    channel.postMessage(url)
    return nextLoad(url, context)
  }
})
