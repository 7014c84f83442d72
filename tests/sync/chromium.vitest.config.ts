import { playwright } from '@vitest/browser-playwright'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { CHROMIUM_ARGS, chromiumPath } from '../support/chromium.ts'

/** Runs the storage contract on the IndexedDB of a real browser. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  cacheDir: fileURLToPath(new URL('../../.cache/vite-chromium', import.meta.url)),
  optimizeDeps: { include: ['dexie', 'valibot'] },
  test: {
    name: 'chromium',
    include: ['tests/sync/storage.chromium.ts'],
    testTimeout: 30_000,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      instances: [{ browser: 'chromium' }],
      provider: playwright({
        launchOptions: { executablePath: chromiumPath(), args: CHROMIUM_ARGS },
      }),
    },
  },
})
