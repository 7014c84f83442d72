import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { signInApi } from '../support/api-client.ts'
import { expect, signInAs, test } from '../support/browser.ts'
import { openDemoProject } from '../support/demo-project.ts'

test('a table prints every row that it shows, with its headers on each page', async ({
  page,
  server,
}) => {
  const owner = await signInApi(server.url, 'owner', DEMO_PASSWORD)
  const { documentUrl } = await openDemoProject(owner, 'PUBLISHED')
  await signInAs(page, 'owner')
  const read = async () => {
    const grid = page.getByRole('grid')
    await expect(grid.getByRole('row').nth(1)).toBeVisible()
    return {
      headers: await grid.getByRole('columnheader').allInnerTexts(),
      rows: Number(await grid.getAttribute('aria-rowcount')) - 1,
    }
  }
  /** Page boxes of a PDF: Chromium writes the objects of pages uncompressed. */
  const print = async () => {
    const pdf = (await page.pdf()).toString('latin1')
    return [...pdf.matchAll(/\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/g)].map(
      ([, width, height]) => Number(width) > Number(height),
    )
  }
  let rows = 0
  const printed = page.locator('[data-print-report]')
  for (const search of ['', '?q=web']) {
    await page.goto(`${documentUrl}${search}`)
    const shown = await read()
    rows = shown.rows
    await page.emulateMedia({ media: 'print' })
    // The browser prints what is there right after its event.
    const atOnce = await page.evaluate(() => {
      window.dispatchEvent(new Event('beforeprint'))
      return document.querySelectorAll('[data-print-report] tbody tr').length
    })
    expect(atOnce, 'a moment after the rows are there').toBe(shown.rows)
    await expect(printed.getByRole('heading', { level: 1 })).toBeVisible()
    const head = printed.locator('thead')
    expect(
      (await head.getByRole('columnheader').allInnerTexts()).map((text) => text.trim()),
    ).toEqual(shown.headers.map((text) => text.trim()).filter((text) => text !== ''))
    await expect(head, 'repeats on each page').toHaveCSS('display', 'table-header-group')
    await expect(printed.locator('tbody tr')).toHaveCount(shown.rows)
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
    await expect(printed).toHaveCount(0)
    await page.emulateMedia({ media: null })
    if (search !== '') continue
    const pages = await print()
    expect(pages.length).toBeGreaterThan(10)
    expect(pages.length).toBeLessThan(40)
    expect(pages, 'every page is landscape').not.toContain(false)
  }
  // Sections print as a card for each row of the filter, without the controls of the page.
  expect(rows).toBeGreaterThan(15)
  await page.evaluate(
    (key) => localStorage.setItem(key, '"sections"'),
    `tenderbook.user-${owner.session.userId}.document.view`,
  )
  await page.goto(documentUrl)
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  await expect(page.getByRole('article')).toHaveCount(rows)
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeHidden()
  await expect(page.getByRole('button').filter({ visible: true })).toHaveCount(0)
})
