import type { Locator } from '@playwright/test'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { signInApi } from '../support/api-client.ts'
import { axe, expect, type Page, signInAs, test } from '../support/browser.ts'
import { openDemoProject, openFirstRequirement } from '../support/demo-project.ts'
import { follow } from '../support/follow.ts'

/**
 * A window of 1280 × 1024 px at each zoom of WCAG 1.4.4 and 1.4.10. The layout depends only on the
 * size in CSS pixels.
 */
const WINDOW = { width: 1280, height: 1024 }
const ZOOMS = [2, 4] as const
/** A header row and three rows of a table. */
const LEAST_TABLE = 140
/** Low and narrow windows, with the rows of a table that a person sees at the opening. */
const SMALL = [
  { width: 640, height: 360, rows: 5 },
  { width: 360, height: 640, rows: 9 },
] as const

interface Screen {
  name: string
  path: string
  /** What a person comes to this screen for. */
  control: (page: Page) => Locator
  table?: (page: Page) => Locator
}

/** Controls and headings that are shown, and yet have no size. */
const findFlat = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        'h1, h2, h3, a, button, textarea, input:not([type=radio]), [role=grid], [role=treegrid]',
      ),
    ]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => {
        const { width, height } = element.getBoundingClientRect()
        return width < 1 || height < 1
      })
      .map((element) => element.outerHTML.slice(0, 160)),
  )
/** The rows of the table that are wholly in sight. */
const countRows = (table: Locator): Promise<number> =>
  table.evaluate((element) => {
    const [head, ...rows] = [...element.querySelectorAll('[role=row]')].map((row) =>
      row.getBoundingClientRect(),
    )
    const top = head?.bottom ?? 0
    const bottom = Math.min(element.getBoundingClientRect().bottom, innerHeight)
    return rows.filter((row) => row.top >= top - 1 && row.bottom <= bottom + 1).length
  })
/** What scrolls sideways and is no table of data. */
const findSideways = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .filter(
        (element) =>
          element.clientWidth > 0 &&
          element.scrollWidth > element.clientWidth + 1 &&
          ['auto', 'scroll'].includes(getComputedStyle(element).overflowX) &&
          !element.matches('[role=grid], [role=treegrid]'),
      )
      .map((element) => element.outerHTML.slice(0, 160)),
  )
/** What makes the page or its main part wider than what a person sees of it. */
const findWide = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [document.documentElement, document.querySelector('main')].flatMap((part) => {
      if (part === null || part.scrollWidth <= part.clientWidth) return []
      const { right } = part.getBoundingClientRect()
      const causes = [...part.querySelectorAll('*')].filter(
        (element) => element.getBoundingClientRect().right > right + 0.5,
      )
      return [
        `${part.localName} by ${part.scrollWidth - part.clientWidth} px: ${causes[0]?.outerHTML.slice(0, 160)}`,
      ]
    }),
  )
/** Whether the focused control is in sight: inside the window and not covered. */
const isInSight = (control: Locator): Promise<boolean> =>
  control.evaluate((element) => {
    const seen = element.closest('label') ?? element
    const { left, top, width, height } = seen.getBoundingClientRect()
    const hit = document.elementFromPoint(
      left + Math.min(width, 40) / 2,
      top + Math.min(height, 24) / 2,
    )
    return hit !== null && (seen.contains(hit) || hit.contains(seen))
  })

const seeRows = async (page: Page, name: string, table: Locator): Promise<string[]> => {
  const problems: string[] = []
  for (const { width, height, rows } of SMALL) {
    await page.setViewportSize({ width, height })
    await table.evaluate((element) => element.closest('main')?.scrollTo(0, 0))
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => done(null))))
    const seen = await countRows(table)
    if (seen < rows) problems.push(`${name} at ${width} × ${height} px: only ${seen} rows`)
  }
  return problems
}

const seeZoomed = async (page: Page, screens: readonly Screen[]): Promise<void> => {
  const shots = process.env['SHOTS_DIR']
  const problems: string[] = []
  for (const { name, path, control, table } of screens)
    await test.step(name, async () => {
      await follow(page, path)
      for (const zoom of ZOOMS) {
        await page.setViewportSize({ width: WINDOW.width / zoom, height: WINDOW.height / zoom })
        const at = `${name} at ${zoom * 100} %`
        await expect(page.getByRole('heading', { level: 1 }), at).toBeVisible()
        await axe(page, at)
        for (const one of await findWide(page)) problems.push(`${at} is too wide: ${one}`)
        for (const one of await findSideways(page)) problems.push(`${at} scrolls sideways: ${one}`)
        for (const one of await findFlat(page)) problems.push(`${at} has no size: ${one}`)
        if (table) {
          const height = await table(page).evaluate((element) => element.clientHeight)
          if (height < LEAST_TABLE) problems.push(`${at}: the table is ${height} px high`)
        }
        const wanted = control(page).first()
        // Parts of a screen load after its heading.
        const isThere = await wanted.waitFor({ state: 'attached' }).then(
          () => true,
          () => false,
        )
        if (!isThere) {
          problems.push(`${at}: no control`)
          continue
        }
        // An element that has the focus already would not be scrolled into sight.
        await wanted.evaluate((element) => {
          ;(document.activeElement as HTMLElement | null)?.blur()
          ;(element as HTMLElement).focus()
        })
        if (!(await isInSight(wanted))) problems.push(`${at}: the control is out of sight`)
        if (shots) await page.screenshot({ path: `${shots}/zoom-${name}-${zoom}.png` })
      }
      if (table) problems.push(...(await seeRows(page, name, table(page))))
    })
  expect(problems).toEqual([])
}

/** Narrow screens open documents in sections; the table is the person's choice. */
const chooseView = (page: Page, userId: number, view: 'table' | 'sections'): Promise<void> =>
  page.evaluate(([key, text]) => localStorage.setItem(key, text), [
    `tenderbook.user-${userId}.document.view`,
    JSON.stringify(view),
  ] as const)
const firstCard = (page: Page) => page.getByRole('article').getByRole('link')
const grid = (page: Page) => page.getByRole('grid')
const firstCell = (page: Page) =>
  grid(page).locator(':is([role=gridcell], [role=rowheader])[tabindex="0"]')

test('at 200 % and 400 % every main screen keeps its table and its main control', async ({
  openDevice,
  server,
}) => {
  test.slow()
  const owner = await signInApi(server.url, 'owner', DEMO_PASSWORD)
  const published = await openDemoProject(owner, 'PUBLISHED')
  const evaluated = await openDemoProject(owner, 'EVALUATION')
  const { plone, url: answerUrl } = await openFirstRequirement(server)
  const requestor = await openDevice({ context: { deviceScaleFactor: 2 } })
  await signInAs(requestor.page, 'owner')
  await chooseView(requestor.page, owner.session.userId, 'table')
  await seeZoomed(requestor.page, [
    {
      name: 'projects',
      path: '/projects',
      control: (page) => page.getByRole('main').getByRole('link'),
    },
    {
      name: 'packages',
      path: `/project/${published.project.id}/packages`,
      control: (page) => page.getByRole('main').getByRole('link'),
    },
    {
      name: 'vendors',
      path: `/organization/${owner.session.organizationId}/vendors`,
      control: (page) => page.getByRole('main').getByRole('link'),
    },
    {
      name: 'questions',
      path: `/project/${published.project.id}/questions-and-answers/all`,
      control: (page) => page.getByRole('main').getByRole('link'),
    },
    {
      name: 'requirements',
      path: `${published.documentUrl}`,
      control: firstCell,
      table: grid,
    },
    {
      name: 'matrix',
      path: `/project/${evaluated.project.id}/evaluation-detail`,
      control: (page) => page.getByRole('treegrid').locator('[data-cell][tabindex="0"]'),
      table: (page) => page.getByRole('treegrid'),
    },
    {
      name: 'settings',
      path: '/settings/profile',
      control: (page) => page.getByRole('main').getByRole('textbox'),
    },
  ])
  const sections = { name: 'sections', path: published.documentUrl, control: firstCard }
  await chooseView(requestor.page, owner.session.userId, 'sections')
  await seeZoomed(requestor.page, [sections])
  await requestor.close()

  const vendor = await openDevice({ context: { deviceScaleFactor: 2 } })
  await signInAs(vendor.page, 'plone-primary')
  await chooseView(vendor.page, plone.session.userId, 'table')
  await seeZoomed(vendor.page, [
    {
      name: 'answers',
      path: `${published.documentUrl}`,
      control: firstCell,
      table: grid,
    },
    {
      name: 'answer',
      path: answerUrl,
      control: (page) => page.getByRole('textbox', { name: 'Remarks and explanations' }),
    },
  ])
  await chooseView(vendor.page, plone.session.userId, 'sections')
  await seeZoomed(vendor.page, [{ ...sections, name: 'sections-of-answers' }])
})
