/** Checks the accessibility of a page with axe-core. */
import axe from 'axe-core'
import type { AxeResults, RunOptions, Spec } from 'axe-core'
import type { Page } from 'playwright-core'

/** The rule applies to controls that are activated by their visible text; labels of grid cells contain more. */
const PRESSED = 'button, a[href], [role="tab"], [role^="menuitem"], [role="option"], [role="checkbox"], [role="radio"]'
const SPEC: Spec = {
  rules: [{ id: 'label-content-name-mismatch', selector: PRESSED }],
  checks: [
    {
      id: 'region',
      // Menus and dialogs are outside of the page's landmarks.
      options: { regionMatcher: 'dialog, [role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"], svg' }
    }
  ]
}
/** Elements that pass on the focus immediately. */
const CONTEXT = { exclude: ['[data-base-ui-focus-guard]'] }
/** WCAG 2.2 AA and axe-core's best practices; the last rules are off by default. */
const OPTIONS: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
  rules: { 'label-content-name-mismatch': { enabled: true }, 'target-size': { enabled: true } }
}
const PARTS = { spec: SPEC, context: CONTEXT, options: OPTIONS }

/** Returns a line for each violation on the page: `rule selector: reason`. */
export async function violationsOn(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source)
  const results = await page.evaluate(({ spec, context, options }) => {
    const { axe: loaded } = window as unknown as { readonly axe: typeof axe }
    loaded.configure(spec)
    return loaded.run(context, options)
  }, PARTS)
  return linesOf(results)
}

/** Does the same for the document that runs this code. */
export async function violationsHere(): Promise<readonly string[]> {
  axe.configure(SPEC)
  return linesOf(await axe.run(CONTEXT, OPTIONS))
}

function linesOf({ violations }: AxeResults): readonly string[] {
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, any, all, none }) => {
      const reason = [...any, ...all, ...none][0]?.message ?? ''
      return `${id} ${target.join(' ')}: ${reason}`
    })
  )
}
