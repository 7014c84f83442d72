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
  // One more than the intended cores, because each worker waits at times.
  workers: 3,
  // A failed test is retried once on a new server, which tells a chance failure from a constant
  // one. `npm test` counts both as failed. Tests of secrecy are not retried.
  retries: 1,
  forbidOnly: true,
  // Room for a busy machine: a check that passes returns at once, and only a failing check waits
  // this long.
  timeout: 450_000,
  expect: { timeout: 60_000 },
  reporter: resultFile ? [['list'], ['json', { outputFile: resultFile }]] : [['list']],
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
    // Each new browser would fetch and store the whole application, three seconds of processor
    // time. Devices (`openDevice`) do so, and with them half of the tests.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: chromiumPath(),
      args: CHROMIUM_ARGS,
    },
  },
})
