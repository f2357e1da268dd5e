import { app, BrowserWindow, protocol, session } from 'electron'
import { join } from 'node:path'
import { createBundleHandler } from './bundle-protocol.ts'

protocol.registerSchemesAsPrivileged([
  { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true, stream: true } }
])

async function start(): Promise<void> {
  await app.whenReady()
  const ses = session.fromPartition('window')
  ses.protocol.handle('app', createBundleHandler(join(import.meta.dirname, '../renderer')))
  const window = new BrowserWindow({
    width: 1280,
    height: 800,
    show: false,
    webPreferences: {
      session: ses,
      preload: join(import.meta.dirname, '../preload/index.cjs'),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false
    }
  })
  window.once('ready-to-show', () => window.show())
  await window.loadURL('app://bundle/index.html')
}

void start()
