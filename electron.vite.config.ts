import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Three bundles. Only native modules stay external (they are the product's whole `dependencies`),
 * everything else is bundled. The preload must be one CommonJS file: a sandboxed preload has no `import`.
 */
export default defineConfig({
  main: {
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
    // The dev server's page alone has a looser policy: hot reload needs its socket and one inline script.
    server: {
      headers: {
        'Content-Security-Policy':
          "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' app: blob:; font-src 'self'; connect-src 'self' ws:"
      }
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
