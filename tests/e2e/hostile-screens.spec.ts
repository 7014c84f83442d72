import type { Browser } from '@playwright/test'
import { API } from '#schema/api/index.ts'
import { expect, type Page, signInAs, test } from '../support/browser.ts'
import { expectHarmless } from '../support/expect-harmless.ts'
import {
  addHostileRequirements,
  HOSTILE_TEXTS,
  makeEmptyProject,
} from '../support/hostile-project.ts'

const shows = (page: Page, text: string): Promise<boolean> =>
  page.evaluate((wanted) => {
    const fields = [...document.querySelectorAll('input, textarea')]
    const values = fields.map((field) => String(Reflect.get(field, 'value')))
    return [document.body.textContent ?? '', ...values].some((shown) => shown.includes(wanted))
  }, text)

test('hostile names of sections and requirements appear as text in the document and its comments', async ({
  page,
  server,
}) => {
  const project = await makeEmptyProject(server.url, 'Hostile screens')
  const { api, projectId, documentId } = project
  await addHostileRequirements(project)
  for (const [at, text] of HOSTILE_TEXTS.entries()) {
    const place = { kind: 'requirement' as const, id: `hostile-${at}` }
    const body = { place, type: 'D' as const, text }
    await api.call(API.comments.create, { params: { id: projectId }, body })
  }
  await signInAs(page, 'owner')
  for (const [at, text] of HOSTILE_TEXTS.entries()) {
    await test.step(text.slice(0, 60), async () => {
      const { fullId } = await api.call(API.requirements.get, { params: { id: `hostile-${at}` } })
      await page.goto(`/project/${projectId}/documents/${documentId}/requirement/${fullId}`)
      await expect.poll(async () => await shows(page, text), { message: text }).toBe(true)
      await expectHarmless(page, text)
      expect(await page.title()).not.toContain('hacked=1</script>x')
    })
  }
  await page.goto(`/project/${projectId}/discussions`)
  await expect.poll(async () => await shows(page, '<img src=x onerror')).toBe(true)
  await expectHarmless(page, 'the discussions')
})

/**
 * Another page fills the clipboard: the browser parses the markup before it copies, and reports
 * violations of the content security policy on that page.
 */
const openClipboard = async (browser: Browser, url: string): Promise<Page> => {
  const other = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })
  const page = await other.newPage()
  await page.goto(`${url}/login`)
  return page
}
const copy = async (page: Page, text: string): Promise<void> => {
  await page.bringToFront()
  await page.evaluate(async (copied) => {
    const html = new Blob([`<p>${copied}</p>`], { type: 'text/html' })
    const plain = new Blob([copied], { type: 'text/plain' })
    const item = new ClipboardItem({ 'text/html': html, 'text/plain': plain })
    await navigator.clipboard.write([item])
  }, text)
}

test('pasted markup is inserted as plain text', async ({ page, server, browser }) => {
  const { projectId } = await makeEmptyProject(server.url, 'Hostile paste')
  const clipboard = await openClipboard(browser, server.url)
  await signInAs(page, 'owner')
  await page.goto(`/project/${projectId}/settings/general`)
  const field = page.getByRole('textbox', { name: 'Description' }).first()
  await expect(field).toBeEditable()
  for (const text of HOSTILE_TEXTS.slice(0, 12)) {
    await test.step(text.slice(0, 60), async () => {
      await copy(clipboard, text)
      await page.bringToFront()
      await field.fill('')
      await field.press('Control+V')
      await expect(field).toHaveValue(text)
      await expectHarmless(page, text)
    })
  }
  await clipboard.context().close()
})

const LINKS = [
  '/project/%3Cscript%3Ewindow.hacked=1%3C%2Fscript%3E/detail',
  '/project/__proto__/detail',
  '/project/constructor/documents',
  '/project/..%2f..%2fadmin/detail',
  '/project/%00/detail',
  '/project/javascript:window.hacked=1/detail',
  `/project/${'x'.repeat(3_000)}/detail`,
  '/organization/NaN/members',
  '/organization/-1/members',
  '/organization/1e9/members',
  '/organization/__proto__/settings/profile',
  '/profile/%22%3E%3Cimg%20src%3Dx%20onerror%3Dwindow.hacked%3D1%3E',
  '/profile/__proto__',
  '/projects?search=%3Cimg%20src=x%20onerror=window.hacked=1%3E&__proto__[polluted]=1',
  '/dashboard?__proto__.polluted=1&constructor[prototype][polluted]=1',
  '/dashboard#<img src=x onerror=window.hacked=1>',
  '//elsewhere.example/dashboard',
  '/\\elsewhere.example',
  '/%2F%2Felsewhere.example',
  '/nowhere/<svg onload=window.hacked=1>',
]
const MAIL_LINKS = [
  '/reset-password#<img src=x onerror=window.hacked=1>',
  '/reset-password#../../../users',
  '/email-verification#"><script>window.hacked=1</script>',
  '/email-landing#javascript:window.hacked=1',
  '/email-change-confirmation#%00',
  '/confirmation-link-invalid?reason=<img src=x onerror=window.hacked=1>',
  `/email-verification#${'A'.repeat(5_000)}`,
  '/registration?email=<img src=x onerror=window.hacked=1>',
]

test('a hostile address leads to a screen of the application and runs no script', async ({
  page,
  watch,
}) => {
  const visit = async (path: string): Promise<void> => {
    await test.step(path.slice(0, 80), async () => {
      await page.goto('/login')
      // Set the location as a link in an email or on another site does: the browser parses it
      // verbatim.
      await page.evaluate((to) => {
        location.href = location.origin + to
      }, path)
      await page.waitForLoadState('load')
      const shown = page
        .getByRole('heading')
        .or(page.getByRole('main'))
        .or(page.getByText('address'))
      await expect(shown.first(), path).toBeVisible()
      await expectHarmless(page, path)
    })
  }
  for (const path of MAIL_LINKS) await visit(path)
  await signInAs(page, 'owner')
  for (const path of LINKS) await visit(path)
  expect(watch.problems).toEqual([])
})
