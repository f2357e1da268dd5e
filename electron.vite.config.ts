import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import { writeFile } from 'node:fs/promises'
import { join, parse } from 'node:path'
import type { UserConfig } from 'vite'
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

/** Subfolder of each bundle for its list of licenses; electron-builder.yml keeps it out of the program. */
const LICENSES = 'licenses'

/**
 * Three bundles. Only what cannot be bundled stays external (the product's whole `dependencies`),
 * everything else is bundled. The preload must be one CommonJS file: a sandboxed preload has no `import`.
 */
export default defineConfig({
  main: {
    plugins: [forgetPlaces(), listLicenses()],
    build: {
      externalizeDeps: true,
      rollupOptions: { input: { index: 'src/main/index.ts' } }
    }
  },
  preload: {
    plugins: [listLicenses()],
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
    plugins: [react(), listFiles(), listLicenses()],
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
      const served = Object.keys(bundle).filter((name) => !name.startsWith(`${LICENSES}/`))
      await writeFile(join(options.dir ?? '', 'files.json'), JSON.stringify(served.toSorted()))
    }
  }
}

/**
 * Writes which packages are in a bundle, with their licenses, for the packed program's notices (tools/package/notices.ts).
 * The decoder is built separately within main's build, so each list is named after its entry: one name would keep only one.
 */
function listLicenses() {
  return {
    name: 'list-licenses',
    apply: 'build' as const,
    config({ build }: UserConfig) {
      const input = build?.rolldownOptions?.input ?? build?.rollupOptions?.input
      const entry = typeof input === 'string' ? parse(input).name : 'index'
      return { build: { license: { fileName: `${LICENSES}/${entry}.json` } } }
    }
  }
}
