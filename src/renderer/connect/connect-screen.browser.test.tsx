/** The connect screen: what it shows of addresses and keys before anything is sent. */
import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { copy } from '../../copy/language.ts'
import { pattern } from '../../../drivers/pattern.ts'
import { click, fill, press, show } from '../../../test/helpers/component.ts'
import { asked } from '../../../test/helpers/fake-bridge.ts'
import { App } from '../app.tsx'

const KEY = 'sk-component-4711'
const OPEN_LINE = copy.connect.notEncrypted
const NO_ADDRESS = /That doesn’t look like a web address/
const NO_KEY = /That doesn’t look like a key. A key has 8 to 512 letters, digits, or symbols/

const images = () => page.getByLabelText(copy.connect.imagesAddress)
const imagesKey = () => page.getByLabelText(copy.connect.key)
const projects = () => page.getByLabelText(copy.connect.projectsAddress)
const projectsKey = () => page.getByLabelText(copy.connect.projectsKey)
const sameKey = () => page.getByRole('checkbox', { name: copy.connect.sameKey })
const button = (name: string) => page.getByRole('button', { name })
const words = (text: string) => page.getByText(text)

beforeEach(() => show(<App />))

describe('the addresses', () => {
  it('have the keyboard focus first', async () => {
    await expect.element(images()).toHaveFocus()
  })

  it.each([
    ['  https://Images.Example.org/api/v1/images/ ', 'https://images.example.org/api/v1/images'],
    ['images.example.org/sub/', 'https://images.example.org/sub/api/v1/images'],
    ['localhost:8090/api/v1', 'http://localhost:8090/api/v1/images']
  ])('%s is cleaned up while it is typed', async (typed, called) => {
    await fill(images(), typed)
    await expect.element(images()).toHaveAccessibleDescription(`Requests go to ${called}`)
  })

  it('of projects are cleaned up as well, and an invalid one is reported when its field is left', async () => {
    await fill(projects(), 'example.net/reports/')
    await expect
      .element(projects())
      .toHaveAccessibleDescription('Requests go to https://example.net/reports/api/v1/projects')
    await fill(projects(), 'ftp://example.net')
    await expect.element(projects()).toHaveAccessibleDescription('')
    await click(images())
    await expect.element(projects()).toHaveAccessibleDescription(NO_ADDRESS)
  })

  it('without encryption show a warning, and nothing is sent before consent', async () => {
    await fill(images(), 'http://192.0.2.7')
    await fill(imagesKey(), KEY)
    await expect.element(words(OPEN_LINE)).toBeVisible()
    await click(button(copy.connect.test))
    await expect.element(button(copy.connect.insecureAnyway)).toHaveFocus()
    await expect.element(page.getByRole('table')).not.toBeInTheDocument()
    expect(asked('testConnection')).toEqual([])
    await click(button(copy.connect.insecureAnyway))
    await expect.element(words(copy.connect.acceptedInsecure)).toBeVisible()
    await fill(images(), 'http://192.0.2.8')
    await expect.element(words(OPEN_LINE)).toBeVisible()
  })

  it('of a service on this computer need no warning', async () => {
    await fill(images(), 'http://127.0.0.1:8090')
    await fill(imagesKey(), KEY)
    await expect.element(words('http://127.0.0.1:8090/api/v1/images')).toBeVisible()
    await expect
      .element(page.getByText(pattern(copy.connect.notEncrypted, copy.connect.acceptedInsecure)))
      .not.toBeInTheDocument()
    await click(button(copy.connect.test))
    const local = 'http://127.0.0.1:8090'
    const draft = { images: { address: local, key: KEY }, projects: { address: local, key: null } }
    expect(asked('testConnection')).toEqual([{ ...draft, allowInsecure: false }])
  })
})

describe('a key', () => {
  beforeEach(() => fill(images(), 'https://images.example.org'))

  it('that is missing or malformed is reported at its field before anything is sent', async () => {
    await fill(imagesKey(), 'with blanks inside')
    await press('Enter')
    await expect.element(page.getByText(NO_KEY)).toBeVisible()
    await expect.element(imagesKey()).toBeInvalid()
    expect(asked('testConnection')).toEqual([])
  })

  it('for projects is requested if it differs, and reported at its field', async () => {
    await fill(imagesKey(), KEY)
    await expect.element(projectsKey()).not.toBeInTheDocument()
    await click(sameKey())
    await fill(projectsKey(), 'with blanks inside')
    await press('Enter')
    await expect.element(page.getByText(NO_KEY)).toBeVisible()
    await expect.element(projectsKey()).toHaveFocus()
    expect(asked('testConnection')).toEqual([])
  })
})
