/** What keeps a screen from those who cannot see it well or use no pointer, by the rules of axe-core. */
import axe from 'axe-core'
import type { AxeResults, RunOptions, Spec } from 'axe-core'
import type { Page } from 'playwright-core'

/** A cell's label begins with its name; the rule is about what is pressed by the words it shows. */
const PRESSED = 'button, a[href], [role="tab"], [role^="menuitem"], [role="option"], [role="checkbox"], [role="radio"]'
const SPEC: Spec = {
  rules: [{ id: 'label-content-name-mismatch', selector: PRESSED }],
  checks: [
    {
      id: 'region',
      // A menu is no part of the page's order, as a dialog is none.
      options: { regionMatcher: 'dialog, [role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"], svg' }
    }
  ]
}
/** These pass the focus on in the moment in which they get it. */
const CONTEXT = { exclude: ['[data-base-ui-focus-guard]'] }
/** WCAG 2.2 AA and the practices that axe-core adds; what stands last is off unless it is named. */
const OPTIONS: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
  rules: { 'label-content-name-mismatch': { enabled: true }, 'target-size': { enabled: true } }
}
const PARTS = { spec: SPEC, context: CONTEXT, options: OPTIONS }

/** One line for each violation on the page: `rule selector: reason`. */
export async function violationsOn(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source)
  const results = await page.evaluate(({ spec, context, options }) => {
    const { axe: loaded } = window as unknown as { readonly axe: typeof axe }
    loaded.configure(spec)
    return loaded.run(context, options)
  }, PARTS)
  return linesOf(results)
}

/** The same for the document that this code runs in. */
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
