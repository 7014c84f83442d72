import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, type Page } from '@playwright/test'
import { makeEmptyProject } from '../support/hostile-project.ts'
import { medianOf } from './figures.ts'
import { type PageTasks, recordTasks } from './page-tasks.ts'
import { signInAsOwner } from './sign-in-as-owner.ts'

/** A title, the names of six columns, and rows of about 300 characters: N rows in all. */
const tableOf = (rows: number): string => {
  const text = 'The operator reads the value within the time that the plan of the site allows. '
  const lines = Array.from({ length: rows - 2 }, (_, at) => {
    const section = `Section ${Math.floor(at / 500) + 1}`
    const name = `Value ${at + 1} is shown. ${text}`
    const rest = `${at % 3 === 0 ? 'High' : 'Low'},Team ${at % 7}`
    return `R-${at + 1},${section},"${name}","${text.repeat(2)}",${rest}`
  })
  const head = [
    'Requirements of the site,,,,,',
    'ID,Section,Requirement,Description,Priority,Owner',
  ]
  return [...head, ...lines].join('\n')
}

const NEXT_COLUMNS = 'Next: match the columns'
const importButton = (page: Page) =>
  page.getByRole('button', { name: /^Import [\d,]+ requirements$/ })
const checked = (page: Page) =>
  page.getByRole('dialog').getByText(/^[\d,]+ requirements? in [\d,]+ sections$/)
/** Until the button can be pressed. */
const untilReady = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, disabled: false }).waitFor()

const chooseHeader = async (page: Page, row: number): Promise<void> => {
  await page.getByRole('radio', { name: `Row ${row} is the header row` }).click()
  await page.getByText(`Header in row ${row},`).waitFor()
  await untilReady(page, NEXT_COLUMNS)
}

const actionsOn = (path: string): readonly (readonly [string, (page: Page) => Promise<void>])[] => [
  [
    'choose the file',
    async (page) => {
      const chooser = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: 'Choose a file' }).click()
      await (await chooser).setFiles(path)
      await untilReady(page, NEXT_COLUMNS)
    },
  ],
  ['choose another header row', (page) => chooseHeader(page, 3)],
  ['choose the header row again', (page) => chooseHeader(page, 2)],
  [
    'open the columns',
    async (page) => {
      await page.getByRole('button', { name: NEXT_COLUMNS }).click()
      await checked(page).waitFor()
    },
  ],
  [
    'change a column',
    async (page) => {
      await page.getByLabel('Import column F, Owner, as').selectOption('longText')
      await page.waitForTimeout(100)
      await checked(page).waitFor()
    },
  ],
  [
    'open the preview',
    async (page) => {
      await page.getByRole('button', { name: 'Next: preview' }).click()
      await importButton(page).waitFor()
    },
  ],
  [
    'filter the preview',
    async (page) => {
      await page.getByLabel('Filter the list').fill('R-77')
      await page.getByText(/^\d+ lines$/).waitFor()
    },
  ],
  [
    'leave all rows out',
    async (page) => {
      await page.getByLabel('Filter the list').fill('')
      await page.getByRole('checkbox', { name: /^Include all of these lines/ }).click()
      await page
        .getByText('Nothing to import')
        .or(page.getByText(/rows are left out/))
        .first()
        .waitFor()
    },
  ],
]

/** What an action still has to do comes in the next tasks. */
const settled = (page: Page): Promise<void> => page.waitForTimeout(300)

const line = (name: string, tasks: readonly PageTasks[]): string => {
  const median = (pick: (one: PageTasks) => number): string =>
    medianOf(tasks.map(pick)).toFixed(0).padStart(9)
  return `${name.padEnd(30)}${median(({ allMs }) => allMs)}${median(({ longestMs }) => longestMs)}${median(({ longestCpuMs }) => longestCpuMs)}`
}

interface WalkPlace {
  url: string
  /** For the file. */
  dir: string
  newBrowser: () => Promise<Browser>
}

/**
 * Walks through the import of a file of N rows up to the preview, and returns lines with the longest
 * task of the page in each step.
 */
export const walkImport = async (
  { url, dir, newBrowser }: WalkPlace,
  { rows, rounds, isProfiled }: { rows: number; rounds: number; isProfiled: boolean },
): Promise<string[]> => {
  const { projectId, documentId } = await makeEmptyProject(url, `Walk of ${rows}`)
  const path = join(dir, 'rows.csv')
  await writeFile(path, tableOf(rows))
  const actions = actionsOn(path)
  const found = new Map(actions.map(([name]) => [name, [] as PageTasks[]]))
  for (let round = 0; round < rounds; round += 1) {
    const browser = await newBrowser()
    try {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
      page.setDefaultTimeout(120_000)
      await signInAsOwner(page, url, `/project/${projectId}/documents/${documentId}`)
      await page.getByRole('button', { name: 'Import…' }).first().click()
      for (const [name, act] of actions) {
        const tasks = await recordTasks({ browser, page, isProfiled }, async () => {
          await act(page)
          await settled(page)
        })
        found.get(name)?.push(tasks)
      }
    } finally {
      await browser.close()
    }
  }
  return [
    `${rows} rows, median of ${rounds}, ms`,
    `${''.padEnd(30)}${'all'.padStart(9)}${'longest'.padStart(9)}${'its CPU'.padStart(9)}`,
    ...[...found].flatMap(([name, tasks]) => [
      line(name, tasks),
      ...(tasks[0]?.functions ?? []).map(
        (one) => `    ${one.ms.toFixed(0).padStart(5)} ${one.name}`,
      ),
    ]),
  ]
}
