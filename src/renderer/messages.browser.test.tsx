/** Toasts: one at a time, for as long as they apply, where they cover nothing important. */
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { copy } from '../copy/language.ts'
import { imagesNamed, openLibrary } from '../../test/helpers/component-library.ts'
import { click, press, pressInGrid, show } from '../../test/helpers/component.ts'
import { receipt } from '../../test/helpers/status-samples.ts'
import { App } from './app.tsx'
import { bridge } from './bridge.ts'
import { listenForCommands } from './commands/listen-for-commands.ts'
import { showDeletingToast, undoOffer, useUndo } from './commands/undo-commands.ts'
import { failureSentence } from '../copy/failures.ts'
import { setPreferences } from './stores/preferences-store.ts'
import { useConnection } from './stores/sync-store.ts'
import { useCommandFailure } from './stores/window-store.ts'
import { closeToast, showToast } from './ui/toast.tsx'

const said = (text: string) => page.getByRole('region', { name: copy.frame.notifications }).getByText(text)
const offered = (label: string) =>
  page.getByRole('region', { name: copy.frame.notifications }).getByRole('button', { name: label })

beforeAll(() => listenForCommands(bridge))
beforeEach(() => {
  openLibrary({ images: imagesNamed(...Array.from({ length: 60 }, (_, index) => `Image ${index + 1}`)) })
  show(<App />)
})
afterEach(async () => {
  closeToast()
  await page.viewport(1280, 800)
})

it('appears alone: a newer one replaces the previous one', async () => {
  await pressInGrid('Home')
  showToast({ text: copy.commands.nameCopied })
  await expect.element(said(copy.commands.nameCopied)).toBeVisible()
  showToast({ text: copy.commands.promptCopied })
  await expect.element(said(copy.commands.promptCopied)).toBeVisible()
  await expect.element(said(copy.commands.nameCopied)).not.toBeInTheDocument()
})

it('of a failed command is a sentence, and then its meaning', async () => {
  await pressInGrid('Home')
  useCommandFailure.setState({ failure: { code: 'disk-full' } })
  const { headline, body } = failureSentence({ code: 'disk-full' }, 'library')
  await expect.element(page.getByText(`${headline}. ${body}`)).toBeVisible()
})

describe('closes when its action', () => {
  const one = receipt({ batch: 1 })
  const other = receipt({ batch: 2 })

  it('was undone, or can no longer be undone', async () => {
    await pressInGrid('Home')
    showToast({ text: 'Added', action: undoOffer([one, other]) })
    await expect.element(offered(copy.status.undo)).toBeVisible()
    useUndo.setState({ over: new Set([1]) })
    await expect.element(offered(copy.status.undo)).toBeVisible()
    useUndo.setState({ over: new Set([1, 2]) })
    await expect.element(said('Added')).not.toBeInTheDocument()
  })

  it('would restore a selection, and something is selected', async () => {
    await pressInGrid('Control+a', 'Escape')
    await expect.element(offered(copy.images.reselect)).toBeVisible()
    await pressInGrid('Home', 'ArrowRight')
    await expect.element(offered(copy.images.reselect)).not.toBeInTheDocument()
  })
})

it.each([['Control+2'], ['Control+Shift+y']])('closes on another screen (%s)', async (keys) => {
  await pressInGrid('Home')
  showToast({ text: 'Added', action: undoOffer([receipt({ batch: 3 })]) })
  await expect.element(said('Added')).toBeVisible()
  await press(keys)
  await expect.element(said('Added')).not.toBeInTheDocument()
  showToast({ text: 'Said there' })
  await expect.element(said('Said there')).toBeVisible()
})

it('of a deletion stays on every screen until the last one is sent, and closes with its library', async () => {
  const deletion = (batch: number) => receipt({ batch, verb: 'delete', size: 1, waiting: 1, sending: 0, canUndo: true })
  await pressInGrid('Home')
  showDeletingToast(deletion(5), 'Image 1')
  showDeletingToast(deletion(6), 'Image 2')
  for (const keys of ['Control+2', 'Control+Shift+y', 'Control+1']) {
    await press(keys)
    await expect.element(offered(copy.status.undo)).toBeVisible()
  }
  useUndo.setState({ over: new Set([5]) })
  await expect.element(offered(copy.status.undo)).toBeVisible()
  useUndo.setState({ over: new Set([5, 6]) })
  await expect.element(offered(copy.status.undo)).not.toBeInTheDocument()
  showDeletingToast(deletion(7), 'Image 3')
  await expect.element(offered(copy.status.undo)).toBeVisible()
  useConnection.setState(({ opening }) => ({ opening: opening + 1 }))
  await expect.element(offered(copy.status.undo)).not.toBeInTheDocument()
})

describe.each([
  [720, 450],
  [1024, 640],
  [1440, 900]
])('in a window of %i × %i it is', (width, height) => {
  const boxOf = (element: Element): DOMRect => element.getBoundingClientRect()
  const toastBox = (): DOMRect => {
    const toast = said(LONG).element().parentElement?.parentElement
    if (!toast) throw new Error('Nothing is said.')
    return boxOf(toast)
  }
  const overlaps = (a: DOMRect, b: DOMRect): boolean =>
    a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
  const LONG = 'Undone: Add 894 images to Favorites. 3 items changed in the meantime and were skipped.'

  const showLongToast = async (): Promise<void> => {
    showToast({ text: LONG, action: undoOffer([receipt({ batch: 4 })]) })
    await expect.element(said(LONG)).toBeVisible()
  }
  beforeEach(() => page.viewport(width, height))

  it('above the action bar at any height', async () => {
    await pressInGrid('Control+a')
    await expect.element(page.getByRole('toolbar')).toBeVisible()
    await showLongToast()
    expect(overlaps(toastBox(), boxOf(page.getByRole('toolbar').element()))).toBe(false)
    const { left, right, top, bottom } = toastBox()
    expect([left >= 0, right <= width, top >= 0, bottom <= height - 28]).toEqual([true, true, true, true])
  })

  it('beside the form of a new image', async () => {
    await pressInGrid('Control+n')
    const form = page.getByRole('dialog', { name: copy.create.newImage })
    await expect.element(form).toBeVisible()
    await showLongToast()
    expect(overlaps(toastBox(), boxOf(form.element()))).toBe(false)
    expect(toastBox().left).toBeGreaterThanOrEqual(0)
  })

  it('beside an open inspector', async () => {
    setPreferences({ isInspectorOpen: true })
    await pressInGrid('Home')
    if (width < 1100) await click(page.getByRole('button', { name: copy.images.showInfo }))
    await showLongToast()
    expect(overlaps(toastBox(), boxOf(document.querySelector('aside') as Element))).toBe(false)
  })

  it('behind a dialog', async () => {
    await pressInGrid('Control+a', 'Delete')
    await expect.element(page.getByRole('alertdialog').or(page.getByRole('dialog'))).toBeVisible()
    await showLongToast()
    const { left, top, width: wide, height: high } = toastBox()
    const hit = document.elementFromPoint(left + wide / 2, top + high / 2)
    expect(hit?.closest('[role="region"]')).toBe(null)
  })
})
