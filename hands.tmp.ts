import { chromium, type Page } from '@playwright/test'
import { CHROMIUM_ARGS, chromiumPath } from './tests/support/chromium.ts'
const B = 'http://127.0.0.1:4871'
const OUT = '/tmp/z/shots/'
const browser = await chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_ARGS })
const device = async (user: string) => {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    baseURL: B,
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  page.on('pageerror', (e) => console.log('PAGEERROR', user, e.message))
  page.on('response', (r) => {
    if (r.status() >= 500) console.log('HTTP', r.status(), r.url())
  })
  await page.goto('/login')
  await page.getByLabel('Username').fill(user)
  await page.getByLabel('Password', { exact: true }).fill('Tenderbook-2026')
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await page.waitForURL((u) => !u.pathname.startsWith('/login'))
  return { page, context }
}
const shoot = async (page: Page, name: string, widths = [1440, 390]) => {
  for (const w of widths) {
    await page.setViewportSize({ width: w, height: w === 390 ? 844 : 900 })
    for (const theme of ['dark', 'light']) {
      await page.evaluate((t) => {
        document.documentElement.setAttribute('data-mantine-color-scheme', t)
      }, theme)
      await page.waitForTimeout(250)
      await page.screenshot({ path: `${OUT}${name}-${w}-${theme}.png` })
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.evaluate(() =>
    document.documentElement.setAttribute('data-mantine-color-scheme', 'dark'),
  )
}
const { page, context } = await device('owner')
await page.goto('/projects')
await page
  .getByRole('link', { name: /Accessibility of the content platform \(evaluation\)/ })
  .first()
  .click()
await page.waitForURL(/project\//)
const id = page.url().split('/')[4]!
await page.goto(`/project/${id}/versions`)
await page.waitForTimeout(1500)
await shoot(page, '1-first')
await page.goto(`/project/${id}/detail`)
await page.waitForTimeout(1500)
await page.getByRole('button', { name: 'Create new version' }).click()
await page.waitForTimeout(500)
await shoot(page, '2-dialog')
await page
  .getByRole('dialog')
  .getByRole('button', { name: /Create/ })
  .click()
await page.waitForURL((u) => u.pathname.startsWith('/project/') && !u.pathname.includes(id), {
  timeout: 60000,
})
console.log('new version at', page.url())
const nid = page.url().split('/')[4]!
await page.waitForTimeout(2500)
await shoot(page, '3-new')
await page.goto(`/project/${nid}/versions`)
await page.waitForTimeout(3000)
await shoot(page, '4-compare-same')
// change a requirement, then compare
await page.goto(`/project/${nid}/documents`)
await page.waitForTimeout(1200)
await page
  .getByRole('link', { name: /Success criteria, level A\b/ })
  .first()
  .click()
await page.waitForURL(/documents\//)
await page.waitForTimeout(2500)
const doc = page.url()
await shoot(page, '5-doc', [1440])
await page.goto(`${doc.split('?')[0]}/requirement/WCAG-A-0001`)
await page.waitForTimeout(2500)
await shoot(page, '6-req')
console.log('REQ', (await page.getByRole('main').innerText()).slice(0, 900).replaceAll('\n', ' | '))
await page.goto(`/project/${nid}/exports`)
await page.waitForTimeout(2000)
await shoot(page, '7-exports')
await page.goto('/projects')
await page.waitForTimeout(1200)
await page.getByRole('button', { name: 'New project' }).first().click()
await page.getByRole('dialog').getByText('From another project').click()
await page.waitForTimeout(1200)
await shoot(page, '8-newproject')
await page.keyboard.press('Escape')
// vendor looks for the new version
const v = await device('plone-primary')
await v.page.goto('/projects')
await v.page.waitForTimeout(1500)
console.log(
  'VENDOR projects',
  (await v.page.getByRole('main').innerText()).replaceAll('\n', ' | ').slice(0, 500),
)
await v.page.goto(`/project/${nid}/detail`)
await v.page.waitForTimeout(2000)
console.log(
  'VENDOR new version',
  v.page.url(),
  (await v.page.locator('body').innerText()).replaceAll('\n', ' | ').slice(0, 300),
)
await v.page.goto(`/project/${id}/versions`)
await v.page.waitForTimeout(2000)
await shoot(v.page, '9-vendor-versions')
console.log(
  'VENDOR versions',
  (await v.page.getByRole('main').innerText()).replaceAll('\n', ' | ').slice(0, 400),
)
await v.page.goto(`/project/${nid}/versions`)
await v.page.waitForTimeout(2000)
console.log(
  'VENDOR new versions',
  v.page.url(),
  (await v.page.locator('body').innerText()).replaceAll('\n', ' | ').slice(0, 300),
)
console.log(JSON.stringify({ id, nid, doc }))
await browser.close()
