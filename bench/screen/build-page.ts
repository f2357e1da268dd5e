/** Builds what the bench runs inside the window, and puts it there. */
import { join } from 'node:path'
import type { Page } from 'playwright-core'

export interface PageCode {
  readonly script: string
  readonly style: string
}

/** One script and one style, in memory. */
export async function buildPage(): Promise<PageCode> {
  // Only now: they take long to load.
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
  if (script?.type !== 'chunk' || style?.type !== 'asset') throw new Error('The page of the bench was not built whole.')
  return { script: script.code, style: String(style.source) }
}

/** Past the page's policy, which takes no script and no style but its own. */
export async function putInto(page: Page, { script, style }: PageCode): Promise<void> {
  await page.evaluate(script)
  await page.evaluate((text) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    document.adoptedStyleSheets.push(sheet)
  }, style)
}
