import { defineConfig } from '@playwright/test'
import { CHROMIUM_ARGS, chromiumPath } from '../support/chromium.ts'
import { VARIATION } from '../support/variation.ts'

const INSTALLED = ['**/install.spec.ts', '**/update.spec.ts']
const resultFile = process.env['E2E_RESULT_FILE']
const leavesOut = process.env['E2E_WITHOUT_VARIATIONS'] === '1'
const waiting = (process.env['TEST_WITHOUT_FILES'] ?? '').split(',').filter((file) => file !== '')

/**
 * Real Chromium against the built application; run `npm run build` first. Each file starts a server
 * with data of its own.
 */
export default defineConfig({
  testDir: '.',
  ...(leavesOut ? { grepInvert: new RegExp(VARIATION) } : {}),
  projects: [
    {
      name: 'pages',
      testMatch: '**/*.spec.ts',
      testIgnore: [...INSTALLED, ...waiting.map((file) => `**/${file}`)],
    },
    { name: 'installed', testMatch: INSTALLED },
  ],
  outputDir: '../../test-results/e2e',
  fullyParallel: false,
  // One more than the intended cores, because each worker waits at times.
  workers: 3,
  // A test that passes only at the second try hides a race of the test or of the product.
  retries: 0,
  forbidOnly: true,
  // Room for a busy machine: a check that passes returns at once, and only a failing check waits
  // this long.
  timeout: 450_000,
  expect: { timeout: 60_000 },
  reporter: [
    ['list'],
    ['../support/accepted-reporter.ts'],
    ...(resultFile ? [['json', { outputFile: resultFile }] as const] : []),
  ],
  use: {
    browserName: 'chromium',
    headless: true,
    viewport: { width: 1440, height: 900 },
    actionTimeout: 60_000,
    navigationTimeout: 120_000,
    locale: 'en-GB',
    // Transitions take a tenth of the time; appearance.spec.ts tests them.
    contextOptions: { reducedMotion: 'reduce' },
    timezoneId: 'Europe/Bratislava',
    // Each new browser would fetch and store the whole application: ten seconds of processor time.
    // A test that needs it opens a device with `openDevice({ installs: true })`.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: chromiumPath(),
      args: CHROMIUM_ARGS,
    },
  },
})
