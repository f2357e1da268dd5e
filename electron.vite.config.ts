import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'

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
    plugins: [react()],
    build: {
      minify: true,
      // Strict CSP: nothing inlined, no data: fonts or images.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rollupOptions: { input: { index: 'src/renderer/index.html' } }
    }
  }
})
