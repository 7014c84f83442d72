// `npm run screenshot`: takes the README's picture of the built application with the demo.
import { mkdirSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { signInAs } from '../tests/support/browser.ts'
import { CHROMIUM_ARGS, chromiumPath } from '../tests/support/chromium.ts'
import { startServer } from '../tests/support/start-server.ts'

const file = process.argv[2] ?? 'docs/screenshot.png'
mkdirSync('docs', { recursive: true })
const server = await startServer()
const browser = await chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_ARGS })
try {
  const page = await browser.newPage({
    baseURL: server.url,
    viewport: { width: 1440, height: 900 },
    colorScheme: 'dark',
  })
  await signInAs(page, 'evaluator')
  await page.goto('/projects')
  await page
    .getByRole('link', { name: /\(evaluation\)/ })
    .first()
    .click()
  await page.getByRole('link', { name: 'Evaluation', exact: true }).click()
  await page.getByRole('treegrid').or(page.getByRole('grid')).first().waitFor()
  // Wait for fonts and the first scores.
  await page.waitForTimeout(1_000)
  await page.screenshot({ path: file })
} finally {
  await browser.close()
  await server.dispose()
}
