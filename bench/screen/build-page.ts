/** Builds the code of the benchmark for the window, and injects it. */
import { join } from 'node:path'
import type { Page } from 'playwright-core'

export interface PageCode {
  readonly script: string
  readonly style: string
}

/** One script and one stylesheet, in memory. */
export async function buildPage(): Promise<PageCode> {
  // Imported on demand, because they take long to load.
  const [{ default: react }, { build }] = await Promise.all([import('@vitejs/plugin-react'), import('vite')])
  const built = await build({
    configFile: false,
    root: join(import.meta.dirname, 'page'),
    logLevel: 'error',
    plugins: [react()],
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, lib: { entry: 'index.ts', formats: ['iife'], name: 'benchCode', fileName: 'bench' } }
  })
  const files = (Array.isArray(built) ? built : [built]).flatMap((one) => ('output' in one ? one.output : []))
  const script = files.find((file) => file.type === 'chunk')
  const style = files.find((file) => file.type === 'asset' && file.fileName.endsWith('.css'))
  if (script?.type !== 'chunk' || style?.type !== 'asset')
    throw new Error('The build of the benchmark page is incomplete.')
  return { script: script.code, style: String(style.source) }
}

/** Bypasses the content security policy of the page, which allows only its own scripts and styles. */
export async function putInto(page: Page, { script, style }: PageCode): Promise<void> {
  await page.evaluate(script)
  await page.evaluate((text) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    document.adoptedStyleSheets.push(sheet)
  }, style)
}
