import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { API } from '#schema/api/index.ts'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { signInApi } from '../support/api-client.ts'
import { type CutProxy, startCutProxy } from '../support/cut-proxy.ts'
import { openDemoProject } from '../support/demo-project.ts'
import { hasFirefox, openFirefox } from '../support/firefox.ts'
import { type JobPage, until } from '../support/job-page.ts'
import { openDemoEarly } from '../support/open-early.ts'
import { type RunningServer, startServer } from '../support/start-server.ts'
import { hasWebkit, openWebkit } from '../support/webkit.ts'
import { countUnsent, installed, signIn, syncButton } from './device-page.ts'

interface OpenPage {
  page: JobPage
  close(): Promise<void>
}
const BROWSERS: readonly { name: string; isHere: boolean; open: () => Promise<OpenPage> }[] = [
  { name: 'Firefox', isHere: hasFirefox, open: openFirefox },
  { name: 'WebKit', isHere: hasWebkit, open: openWebkit },
]

let server: RunningServer
let proxy: CutProxy
const opened: OpenPage[] = []

const ANSWERS = ['Row one', 'Row two', 'Row three, offline', 'Row four, offline'] as const
/** Columns of an answer in the order of the table. */
const COLUMNS = ['Adherence level', 'Statement %', 'Release', 'Remarks and explanations'] as const

const goTo = (page: JobPage, path: string): Promise<void> =>
  until(page, path, () => page.goto(`${proxy.url}${path}`).then(() => true))
const says = (page: JobPage, what: RegExp): Promise<void> =>
  until(page, `“${what.source}”`, async () =>
    what.test(await page.evaluate(() => document.body.innerText)),
  )
/** Clicks the first link or button with this text, or within the open dialog if there is one. */
const click = (page: JobPage, text: RegExp): Promise<void> =>
  until(page, `clicked ${text.source}`, () =>
    page.evaluate((pattern) => {
      const dialog = document.querySelector('[role=dialog]')
      const found = [...(dialog ?? document).querySelectorAll<HTMLElement>('a, button')].find(
        (one) => new RegExp(pattern).test(one.innerText.trim()) && !one.matches(':disabled'),
      )
      found?.click()
      return found !== undefined
    }, text.source),
  )
/** Text of the cells of one row; the first row of requirements is 0. */
const rowText = (page: JobPage, row: number): Promise<string> =>
  page.evaluate(
    (index) =>
      document.querySelector<HTMLElement>(`[role=row][aria-rowindex="${index}"]`)?.innerText ?? '',
    row + 2,
  )
const activate = (page: JobPage, row: number, header: string): Promise<void> =>
  until(page, `cell ${header} of row ${row}`, () =>
    page.evaluate(
      (index, name) => {
        const headers = [...document.querySelectorAll('[role=grid] [role=columnheader]')]
        const column = headers.find(({ textContent }) => textContent?.trim() === name)
        const cell = document.querySelector<HTMLElement>(
          `[role=row][aria-rowindex="${index}"] [role=gridcell][aria-colindex="${column?.getAttribute('aria-colindex')}"]`,
        )
        if (cell === null) return false
        for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'])
          cell.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true, button: 0 }))
        return cell.hasAttribute('data-active')
      },
      row + 2,
      header,
    ),
  )
/**
 * Chooses an option in the open list of a cell. In WebKitGTK, letters from its driver do not search
 * in a list.
 */
const choose = (text: string): void => {
  const list = document.activeElement
  if (!(list instanceof HTMLSelectElement)) return
  const option = [...list.options].find(({ label }) => label === text)
  if (option === undefined || option.selected) return
  option.selected = true
  list.dispatchEvent(new Event('input', { bubbles: true }))
}
/** Types an answer into the cells of a row, from its first column to its last. */
const answer = async (page: JobPage, row: number, notes: string): Promise<void> => {
  await activate(page, row, COLUMNS[0])
  for (const [at, text] of ['Supports', '100', 'Available now', notes].entries()) {
    await page.keyboard.type(text)
    await page.evaluate(choose, text)
    await page.keyboard.press(at === COLUMNS.length - 1 ? 'Enter' : 'Tab')
  }
  await until(page, notes, async () => (await rowText(page, row)).includes(notes))
}

const start = async (open: () => Promise<OpenPage>): Promise<JobPage> => {
  const one = await open()
  opened.push(one)
  return one.page
}

for (const { name, isHere, open } of BROWSERS)
  describe.skipIf(!isHere)(`the main job in ${name}`, () => {
    beforeAll(async () => {
      server = await startServer()
      proxy = await startCutProxy(server.port)
    })
    afterAll(async () => {
      for (const one of opened.splice(0)) await one.close()
      await proxy.close()
      await server.dispose()
    })

    test('a vendor answers with and without a network and submits, and the requestor reads it after the opening', async () => {
      const api = await signInApi(server.url, 'plone-primary', DEMO_PASSWORD)
      const demo = await openDemoProject(api, 'PUBLISHED')
      const page = await start(open)
      await signIn(page, proxy.url, 'plone-primary')
      await click(page, new RegExp(`^${demo.project.name}`))
      await says(page, /Success criteria, level A/)
      await goTo(page, demo.documentUrl)
      await until(page, 'the table', async () => (await rowText(page, 0)) !== '')
      await answer(page, 0, ANSWERS[0])
      await answer(page, 1, ANSWERS[1])
      await until(page, 'all sent', async () => (await countUnsent(page)) === 0)
      await installed(page)
      proxy.cut()
      await answer(page, 2, ANSWERS[2])
      await answer(page, 3, ANSWERS[3])
      await until(page, 'unsent edits', async () => (await countUnsent(page)) > 0)
      await until(page, 'the button says so', async () =>
        /not sent|unsent/i.test(await syncButton(page)),
      )
      proxy.restore()
      await until(page, 'all sent', async () => (await countUnsent(page)) === 0)
      const notes = [...(await demo.answers()).values()].map((values) => values['notes'])
      expect(notes.toSorted()).toEqual([...ANSWERS].toSorted())

      await click(page, /^Submit answers…$/)
      await click(page, /^Submit 4 answers$/)
      await until(page, 'submitted rows', async () => {
        const rows = await Promise.all(ANSWERS.map((_text, row) => rowText(page, row)))
        return rows.every((text) => text.includes('Submitted'))
      })
      const submitted = await api.call(API.projects.vendorCommitments, {
        params: { id: demo.project.id, vendorId: String(api.session.vendorId) },
      })
      expect(submitted.map((one) => one.submitted)).toEqual([true, true, true, true])

      const reader = await start(open)
      await signIn(reader, proxy.url, 'owner')
      await goTo(reader, `/project/${demo.project.id}/detail`)
      await says(reader, /Sealed/)
      const owner = await signInApi(server.url, 'owner', DEMO_PASSWORD)
      await openDemoEarly(owner, demo.project.id, DEMO_PASSWORD)
      await says(reader, /4 of \d+/)
      await goTo(reader, `${demo.documentUrl}/requirement/${demo.requirements[2]?.fullId}`)
      await says(reader, new RegExp(ANSWERS[2]))
    })
  })
