import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { forgetPlaces } from './tools/package/forget-places.ts'

const DEV_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' app: blob:",
  "font-src 'self'",
  // The socket of hot reload too: it has the origin of the page.
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "object-src 'none'"
].join('; ')

/**
 * Three bundles. Only native modules stay external (they are the product's whole `dependencies`),
 * everything else is bundled. The preload must be one CommonJS file: a sandboxed preload has no `import`.
 */
export default defineConfig({
  main: {
    plugins: [forgetPlaces()],
    build: {
      externalizeDeps: true,
      rollupOptions: { input: { index: 'src/main/index.ts' } }
    }
  },
  preload: {
    build: {
      minify: true,
      externalizeDeps: false,
      rollupOptions: {
        input: { index: 'src/preload/index.ts' },
        output: { format: 'cjs', entryFileNames: '[name].cjs' }
      }
    }
  },
  renderer: {
    root: 'src/renderer',
    plugins: [react(), listFiles()],
    // Beside the dev build: two working trees may share their packages, and never this.
    cacheDir: '../../.dev/vite',
    // Found here before the window asks, instead of while it waits: `input` below is not of the root.
    optimizeDeps: { entries: ['main.tsx'] },
    server: {
      host: '127.0.0.1',
      // The dev server's page alone has a looser policy: hot reload needs its socket, style elements and one inline script.
      headers: { 'Content-Security-Policy': DEV_POLICY }
    },
    build: {
      minify: true,
      // Strict CSP: nothing inlined, no data: fonts or images.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rollupOptions: { input: { index: 'src/renderer/index.html' } }
    }
  }
})

/** Writes `files.json`, the closed list of what `app://bundle` may serve (src/main/bundle-protocol.ts). */
function listFiles() {
  return {
    name: 'list-files',
    apply: 'build' as const,
    async writeBundle(options: { dir?: string }, bundle: Record<string, unknown>) {
      await writeFile(join(options.dir ?? '', 'files.json'), JSON.stringify(Object.keys(bundle).toSorted()))
    }
  }
}
