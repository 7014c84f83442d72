import { defineConfig } from '@playwright/test'
import { CHROMIUM_ARGS, chromiumPath } from '../support/chromium.ts'

const INSTALLED = ['**/install.spec.ts', '**/update.spec.ts']
const resultFile = process.env['E2E_RESULT_FILE']

/**
 * Real Chromium against the built application; run `npm run build` first. Each file starts a server
 * with data of its own.
 */
export default defineConfig({
  testDir: '.',
  projects: [
    { name: 'pages', testMatch: '**/*.spec.ts', testIgnore: INSTALLED },
    { name: 'installed', testMatch: INSTALLED },
  ],
  outputDir: '../../test-results/e2e',
  fullyParallel: false,
  // One more than the cores it is meant for: now and then each of them waits for something.
  workers: 3,
  // A failed test gets one more try on a new server; whatever needed it is named by `npm test`.
  // What tests secrecy has none.
  retries: 1,
  forbidOnly: true,
  // Room for a machine that does much else: what is right is found at once, and only what is wrong
  // waits this long.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: resultFile ? [['list'], ['json', { outputFile: resultFile }]] : [['list']],
  use: {
    browserName: 'chromium',
    headless: true,
    viewport: { width: 1440, height: 900 },
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    locale: 'en-GB',
    // A tenth of the time is transitions; appearance.spec.ts sees them.
    contextOptions: { reducedMotion: 'reduce' },
    timezoneId: 'Europe/Bratislava',
    // Each new browser would fetch and keep the whole application, three seconds of a core's work.
    // Devices (`openDevice`) do, and so half of the tests.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: chromiumPath(),
      args: CHROMIUM_ARGS,
    },
  },
})
