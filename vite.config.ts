import babel from '@rolldown/plugin-babel'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import react from '@vitejs/plugin-react'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import { globSync, readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { minify, type PluginOption } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { defineConfig } from 'vitest/config'
import { webManifest } from './client/web-manifest.ts'
import { withoutSchemas } from './scripts/lib/call-addresses.ts'
import { chunkGroups } from './scripts/lib/chunk-groups.ts'
import { kitStyles, withoutUnusedColours } from './scripts/lib/kit-styles.ts'
import { LongestFirst } from './scripts/lib/longest-first.ts'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const WORKER_URL = "new URL('../worker/device.worker.ts', import.meta.url)"

// Messages stay in the code beside their ids: English needs no catalogue, so a text can never be
// missing on the screen.
const transform: PluginOption[] = [
  react(),
  lingui(),
  babel({ presets: [linguiTransformerBabelPreset({ descriptorFields: 'all' })] }),
]

/**
 * The worker as one more entry of the same build: it shares the chunks of storage and rules with
 * the page instead of bringing a copy of each. In `vite dev` the line in client/lib/device.ts
 * stands as it is written.
 */
const sharedWorker: PluginOption = {
  name: 'tenderbook:shared-worker',
  apply: 'build',
  enforce: 'pre',
  transform(code, id) {
    if (!code.includes(WORKER_URL) || id.includes('node_modules')) return null
    const entry = this.emitFile({
      type: 'chunk',
      id: at('client/worker/device.worker.ts'),
      name: 'device.worker',
    })
    return { code: code.replace(WORKER_URL, `import.meta.ROLLUP_FILE_URL_${entry}`), map: null }
  },
}

const chunks = chunkGroups()

/** Pages make calls by method and path; the rest of the table of calls is for the server. */
const callsWithoutSchemas: PluginOption = {
  name: 'tenderbook:calls-without-schemas',
  apply: 'build',
  enforce: 'pre',
  transform: (code, id) =>
    id.startsWith(at('./schema/api/')) ? { code: withoutSchemas(code), map: null } : null,
}

/** `start.js` is copied as it stands; browsers need not load its comments. */
const smallStart: PluginOption = {
  name: 'tenderbook:small-start',
  apply: 'build',
  async writeBundle({ dir = '' }) {
    const path = join(dir, 'start.js')
    const { code } = await minify('start.js', await readFile(path, 'utf8'))
    await writeFile(path, code)
  },
}

const application: PluginOption[] = [
  sharedWorker,
  smallStart,
  kitStyles(),
  chunks.plugin,
  tanstackRouter({
    target: 'react',
    autoCodeSplitting: true,
    routesDirectory: at('client/routes'),
    generatedRouteTree: at('client/route-tree.gen.ts'),
    routeFileIgnorePattern: '\\.test\\.',
    semicolons: false,
    quoteStyle: 'single',
  }),
  ...transform,
  callsWithoutSchemas,
  VitePWA({
    strategies: 'injectManifest',
    srcDir: '.',
    filename: 'service-worker.ts',
    registerType: 'prompt',
    injectRegister: false,
    manifest: webManifest,
    includeManifestIcons: false,
    // Word lists of a megabyte, for the moment when somebody with a network sets a password.
    injectManifest: {
      globPatterns: ['**/*.{js,css,html,woff2,svg,png}'],
      globIgnores: ['**/password-strength.worker-*'],
      maximumFileSizeToCacheInBytes: 4_000_000,
    },
  }),
]

/**
 * Tests that need a page or an IndexedDB of their own. In a shared one, a file could find what
 * another one left under the same name.
 */
const isolated = process.env.VITEST
  ? globSync('{sync,client}/**/*.test.{ts,tsx}', { cwd: at('.') }).filter((file) =>
      /^\/\/ @vitest-environment jsdom|fake-indexeddb|support\/(?:open-tabs|page-project)/.test(
        readFileSync(at(file), 'utf8'),
      ),
    )
  : []

/** Files that `npm test` leaves out until another commit. */
const waiting = (process.env.TEST_WITHOUT_FILES ?? '').split(',').filter((file) => file !== '')

/** A machine that does other things beside takes ten times as long. */
const PATIENT = { testTimeout: 180_000, hookTimeout: 180_000 }

export default defineConfig({
  root: at('client'),
  publicDir: at('client/public'),
  cacheDir: at('.cache/vite'),
  plugins: process.env.VITEST ? transform : application,
  // The server puts a fresh nonce in place of this word into every answer with the page.
  // The other build of Dexie is for browsers that cannot run this client anyway.
  resolve: process.env.VITEST
    ? {}
    : { alias: [{ find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.mjs' }] },
  css: { postcss: { plugins: [withoutUnusedColours] } },
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: at('dist/client'),
    emptyOutDir: true,
    target: 'es2023',
    cssCodeSplit: true,
    chunkSizeWarningLimit: 800,
    rolldownOptions: { output: { codeSplitting: { groups: chunks.groups } } },
  },
  worker: { format: 'es' },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': { target: process.env.TENDERBOOK_API ?? 'http://127.0.0.1:3000', ws: true } },
  },
  test: {
    root: at('.'),
    // By itself vitest leaves one core alone, and half of most tests is waiting for a disk or a
    // database.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    setupFiles: ['tests/support/patience.ts'],
    expect: { poll: { timeout: 30_000 } },
    coverage: {
      provider: 'v8',
      include: ['schema/rules/**/*.ts'],
      reporter: ['text'],
      reportOnFailure: true,
      thresholds: { branches: 98 },
    },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          include: [
            '{schema,server}/**/*.test.ts',
            'tests/{support,bench,mutation,import-habits}/**/*.test.ts',
            'scripts/**/*.test.ts',
            '{sync,client}/**/*.test.{ts,tsx}',
          ],
          exclude: isolated,
          // The files share modules, whose loading takes half of the time.
          isolate: false,
          setupFiles: ['tests/support/leave-nothing.ts'],
          ...PATIENT,
        },
      },
      {
        extends: true,
        test: {
          name: 'architecture',
          environment: 'node',
          include: ['tests/architecture/**/*.test.ts'],
          isolate: false,
          setupFiles: ['tests/support/leave-nothing.ts'],
          ...PATIENT,
        },
      },
      {
        extends: true,
        test: {
          // Modules of the client listen to the page of their file, and keep its database.
          name: 'unit-client',
          environment: 'node',
          include: isolated,
          ...PATIENT,
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          environment: 'node',
          include: ['tests/api/**/*.test.ts'],
          exclude: ['tests/api/mocked/**', ...waiting],
          // The files share the modules of the server, whose loading takes a quarter of the time.
          // A file that replaces a module stands in `mocked`.
          isolate: false,
          setupFiles: ['tests/support/check-replies.ts'],
          ...PATIENT,
        },
      },
      {
        extends: true,
        test: {
          name: 'api-mocked',
          environment: 'node',
          include: ['tests/api/mocked/*.test.ts'],
          setupFiles: ['tests/support/check-replies.ts'],
          ...PATIENT,
        },
      },
      {
        extends: true,
        test: {
          name: 'sync',
          environment: 'node',
          include: ['tests/sync/**/*.test.ts'],
          ...PATIENT,
        },
      },
      {
        extends: true,
        test: {
          name: 'faults',
          environment: 'node',
          include: ['tests/faults/**/*.test.ts'],
          ...PATIENT,
          testTimeout: 600_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'browsers',
          environment: 'node',
          include: ['tests/browsers/**/*.test.ts'],
          ...PATIENT,
          testTimeout: 300_000,
        },
      },
    ],
  },
})
