/** The projects screen: the keys of its table, and the question before a deletion. */
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { copy } from '../../copy/language.ts'
import { pattern } from '../../../drivers/pattern.ts'
import { openLibrary, projectRow } from '../../../test/helpers/component-library.ts'
import { click, press, show } from '../../../test/helpers/component.ts'
import { answer, asked } from '../../../test/helpers/fake-bridge.ts'
import { receipt } from '../../../test/helpers/status-samples.ts'
import { succeed } from '../../shared/failure.ts'
import { App } from '../app.tsx'
import { useUndo } from '../commands/undo-commands.ts'
import { setPreferences } from '../stores/preferences-store.ts'

const PROJECTS = [
  projectRow({ record: 1, project: 'a.example.org' }),
  projectRow({ record: 2, project: 'b.example.org' }),
  projectRow({ record: 3, project: 'c.example.org', reports: 12 })
]

const cell = (project: string) => page.getByRole('gridcell', { name: project })
const dialog = (project: string) => page.getByRole('dialog', { name: `Delete project “${project}”?` })
const rowButton = (project: string) => page.getByRole('button', { name: `Actions for ${project}` })

function openProjects(): void {
  openLibrary({ projects: PROJECTS })
  setPreferences({ screen: 'projects' })
  show(<App />)
}

describe('the table', () => {
  it('says why projects cannot be created or renamed here', async () => {
    openProjects()
    await expect.element(cell('a.example.org')).toBeVisible()
    await expect.element(page.getByText(copy.projects.footnote)).toBeVisible()
    await expect
      .element(
        page.getByRole('button', { name: pattern(copy.create.newImage, copy.commands.open, copy.inspector.rename) })
      )
      .not.toBeInTheDocument()
  })

  it('moves with arrows from cell to cell and over the button of a row; Ctrl+F focuses the search', async () => {
    openProjects()
    await click(cell('a.example.org'))
    await press('ArrowDown', 'End')
    await expect.element(rowButton('b.example.org')).toHaveFocus()
    await press('ArrowDown')
    await expect.element(rowButton('c.example.org')).toHaveFocus()
    await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
    await press('Control+f')
    await expect.element(page.getByRole('searchbox', { name: copy.projects.search })).toHaveFocus()
  })
})

describe('the question before a deletion', () => {
  it('says what is deleted with it', async () => {
    openProjects()
    await click(rowButton('c.example.org'))
    await click(page.getByRole('menuitem', { name: copy.projects.delete }))
    await expect.element(dialog('c.example.org')).toMatchTextContent('(12 reports).')
    await expect.element(dialog('c.example.org')).toMatchTextContent('can’t be undone')
  })

  it('has Cancel focused, and Enter and Esc delete nothing', async () => {
    openProjects()
    for (const key of ['Enter', 'Escape']) {
      await click(cell('b.example.org'))
      await press('Delete')
      await expect.element(dialog('b.example.org').getByRole('button', { name: copy.projects.cancel })).toHaveFocus()
      await press(key)
      await expect.element(dialog('b.example.org')).not.toBeInTheDocument()
      await expect.element(cell('b.example.org')).toHaveFocus()
    }
    expect(asked('deleteProject')).toEqual([])
  })
})

describe('a deletion', () => {
  it('shows until when it can be undone together with earlier ones, and one Undo restores both', async () => {
    const undone: number[] = []
    useUndo.setState({ undoBatch: async (batch) => void undone.push(batch) })
    answer('deleteProject', ({ record }) =>
      succeed({ batch: receipt({ batch: record, verb: 'delete-project', size: 1, waiting: 1 }) })
    )
    openProjects()
    for (const project of ['a.example.org', 'b.example.org']) {
      await click(cell(project))
      await press('Delete')
      await expect
        .element(dialog(project))
        .toMatchTextContent('Once sent, this can’t be undone. You can undo for 10 seconds before anything is sent.')
      await click(dialog(project).getByRole('button', { name: copy.projects.deleteNow }))
    }
    const said = page.getByText(
      copy.deletion.started({ images: 0, projects: 2, name: null, wait: copy.time.seconds(10) })
    )
    await expect.element(said).toBeVisible()
    await click(page.getByRole('button', { name: copy.status.undo, exact: true }))
    await expect.element(said).not.toBeInTheDocument()
    expect(undone).toEqual([2, 1])
  })
})
