// `npm run pictures`: takes the pictures of docs/accessibility of the built application with the
// demo: phone, tablet, forced colours, and the width that 400 % zoom leaves.
import { mkdirSync } from 'node:fs'
import { type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import { signInAs } from '../tests/support/browser.ts'
import { CHROMIUM_ARGS, chromiumPath } from '../tests/support/chromium.ts'
import { startServer } from '../tests/support/start-server.ts'

const folder = 'docs/accessibility/pictures'
mkdirSync(folder, { recursive: true })

const openProject = async (page: Page, name: RegExp): Promise<void> => {
  await page.goto('/projects')
  await page.getByRole('link', { name }).first().click()
  await page.waitForURL(/\/project\//)
}
const showDocument = async (page: Page): Promise<void> => {
  await signInAs(page, 'drupal-primary')
  await page.goto('/')
  await page
    .getByRole('link', { name: /^(Continue|Start answering)/ })
    .first()
    .click()
  await page.getByText('WCAG-A-0001').first().waitFor()
}
const showAnswer = async (page: Page): Promise<void> => {
  await showDocument(page)
  await page.getByText('WCAG-A-0001').first().click()
  await page.waitForTimeout(500)
}
const showMatrix = async (page: Page): Promise<void> => {
  await signInAs(page, 'evaluator')
  await openProject(page, /\(evaluation\)/)
  const [project] = /^.*\/project\/[^/]+/.exec(page.url()) ?? []
  await page.goto(`${project}/evaluation-detail`)
  await page.getByRole('treegrid').or(page.getByRole('grid')).first().waitFor()
}

const TOUCH: BrowserContextOptions = { hasTouch: true, isMobile: true }
const PICTURES: readonly {
  name: string
  width: number
  height: number
  show: (page: Page) => Promise<void>
  context?: BrowserContextOptions
}[] = [
  { name: 'phone-document', width: 390, height: 844, show: showDocument, context: TOUCH },
  { name: 'phone-answer', width: 390, height: 844, show: showAnswer, context: TOUCH },
  { name: 'phone-landscape', width: 844, height: 390, show: showAnswer, context: TOUCH },
  { name: 'tablet-portrait', width: 820, height: 1180, show: showDocument, context: TOUCH },
  { name: 'tablet-landscape', width: 1180, height: 820, show: showMatrix, context: TOUCH },
  {
    ...{ name: 'forced-colours-document', width: 1440, height: 900, show: showDocument },
    context: { forcedColors: 'active' },
  },
  {
    ...{ name: 'forced-colours-matrix', width: 1440, height: 900, show: showMatrix },
    context: { forcedColors: 'active' },
  },
  { name: 'zoom-400-document', width: 320, height: 256, show: showDocument },
  { name: 'zoom-400-matrix', width: 320, height: 256, show: showMatrix },
]

const server = await startServer()
const browser = await chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_ARGS })
try {
  for (const { name, width, height, show, context } of PICTURES) {
    const page = await browser.newPage({
      baseURL: server.url,
      viewport: { width, height },
      colorScheme: 'light',
      ...context,
    })
    await show(page)
    // Wait for fonts and the first scores.
    await page.waitForTimeout(1_000)
    await page.screenshot({ path: `${folder}/${name}.jpg`, type: 'jpeg', quality: 70 })
    await page.context().close()
  }
} finally {
  await browser.close()
  await server.dispose()
}
