import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, ElementHandle, Page } from 'puppeteer-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { hasFirefox, newProfile, startFirefox } from '../support/firefox.ts'
import { HOSTILE_WORKBOOKS } from '../support/hostile-workbook-cases.ts'
import { until } from '../support/job-page.ts'
import {
  addHostileRequirements,
  HOSTILE_TEXTS,
  makeEmptyProject,
} from '../support/hostile-project.ts'
import { type RunningServer, startServer } from '../support/start-server.ts'

let server: RunningServer
let browser: Browser
let page: Page
const profile = newProfile()
const folder = mkdtempSync(join(tmpdir(), 'tenderbook-hostile-'))

/**
 * Types with the keyboard: the driver's own way to fill a field never returns in some versions of
 * Firefox.
 */
const type = async (selector: string, text: string): Promise<void> => {
  await page.waitForSelector(selector)
  await until(page, `typed into ${selector}`, async () => {
    await page.$eval(selector, (field) => {
      ;(field as HTMLInputElement).select()
    })
    await page.keyboard.type(text)
    return (await page.$eval(selector, (field) => (field as HTMLInputElement).value)) === text
  })
}
const goTo = (path: string): Promise<void> =>
  until(page, path, async () => await page.goto(`${server.url}${path}`).then(() => true))
const says = (what: RegExp): Promise<void> =>
  until(
    page,
    String(what),
    async () => what.test(await page.evaluate(() => document.body.innerText)),
    60_000,
  )
const press = (name: string): Promise<void> =>
  until(
    page,
    name,
    async () =>
      await page.evaluate((wanted) => {
        const button = [...document.querySelectorAll('button')].find(
          ({ innerText }) => innerText.trim() === wanted,
        )
        button?.click()
        return button !== undefined
      }, name),
  )
const harm = (): Promise<unknown> =>
  page.evaluate(() => [
    Reflect.get(window, 'hacked') ?? null,
    Object.keys(Object.prototype),
    document.querySelectorAll(
      'img[src="x"], [onerror], [onload], iframe, base, a[href^="javascript" i]',
    ).length,
  ])
const NONE = [null, [], 0]

/** The workbooks whose handling depends on the browser: its worker, memory and XML parser. */
const CHOSEN = HOSTILE_WORKBOOKS.filter(({ what }) =>
  /laughs|empty for the directory|merged ranges over|308,915,776|million columns|5,000 cells|__proto__|4 GB/.test(
    what,
  ),
)
const NEXT = {
  true: /was not imported\. Nothing was changed\./,
  false: /Choose the sheet and header row/,
}

describe.skipIf(!hasFirefox)('in Firefox', () => {
  beforeAll(async () => {
    server = await startServer()
    browser = await startFirefox(profile.dir)
    page = await browser.newPage()
    await goTo('/login')
    await type('input[autocomplete=username]', 'owner')
    await type('input[type=password]', DEMO_PASSWORD)
    await page.keyboard.press('Enter')
    await until(
      page,
      'signed in',
      async () => !(await page.evaluate(() => location.pathname)).startsWith('/login'),
    )
  })
  afterAll(async () => {
    await browser.close().catch(() => undefined)
    await server.dispose()
    profile.remove()
    rmSync(folder, { recursive: true })
  })

  test('a hostile workbook is refused with a reason or read as text, and the page keeps working', async () => {
    const { projectId, documentId } = await makeEmptyProject(server.url, 'Hostile workbooks')
    await goTo(`/project/${projectId}/documents/${documentId}`)
    await press('Import…')
    expect(CHOSEN.length).toBeGreaterThan(8)
    for (const [at, { what, bytes, refusedAs }] of CHOSEN.entries()) {
      const path = join(folder, `${at}.xlsx`)
      writeFileSync(path, bytes())
      const input = (await page.waitForSelector(
        'input[type=file]',
      )) as ElementHandle<HTMLInputElement> | null
      await input?.uploadFile(path)
      await says(refusedAs === null ? NEXT.false : new RegExp(`${at}\\.xlsx ${NEXT.true.source}`))
      expect([what, await harm()]).toEqual([what, NONE])
      if (refusedAs === null) await press('Back')
    }
  })

  test('hostile names appear on the screen as text', async () => {
    const project = await makeEmptyProject(server.url, 'Hostile screens')
    await addHostileRequirements(project)
    await goTo(`/project/${project.projectId}/documents/${project.documentId}/requirement/HST-0001`)
    await says(/<img src=x onerror=/)
    expect(await harm()).toEqual(NONE)
    await goTo(`/project/${project.projectId}/documents/${project.documentId}`)
    await says(/<img src=x onerror=/)
    expect(await harm()).toEqual(NONE)
    expect(HOSTILE_TEXTS.length).toBeGreaterThan(20)
  })
})
