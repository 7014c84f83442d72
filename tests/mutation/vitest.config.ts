import { readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { loadConfigFromFile } from 'vite'
import { defineConfig } from 'vitest/config'
import { projectRoot } from '../support/project-root.ts'
import type { Fault } from './faults.ts'
import { plantFaults } from './plant.ts'

const folder = process.env.FAULT_FOLDER ?? ''
const plan = JSON.parse(readFileSync(join(folder, 'plan.json'), 'utf8')) as Record<
  string,
  (Fault & { number: number })[]
>
const faultsIn = (id: string) => plan[relative(projectRoot, id).replaceAll(sep, '/')]
const tests = JSON.parse(readFileSync(join(folder, 'tests.json'), 'utf8')) as string[]

const application = await loadConfigFromFile(
  { command: 'serve', mode: 'test' },
  join(projectRoot, 'vite.config.ts'),
)
const { plugins = [], cacheDir } = application?.config ?? {}
/** The tests of one area, whose modules carry the faults of `plan.json`. */
export default defineConfig({
  root: projectRoot,
  cacheDir,
  plugins: [
    {
      name: 'tenderbook:planted-faults',
      enforce: 'pre',
      // The same module with other faults needs a cache entry of its own, also in vitest's cache on
      // disk.
      configureVitest({ defineCacheKeyGenerator }) {
        defineCacheKeyGenerator(({ id }) => (faultsIn(id) === undefined ? undefined : false))
      },
      transform(code, id) {
        const faults = faultsIn(id)
        return faults === undefined ? null : { code: plantFaults(code, faults), map: null }
      },
    },
    ...plugins,
  ],
  test: {
    root: projectRoot,
    environment: 'node',
    include: tests,
    isolate: false,
    maxWorkers: 1,
    fileParallelism: false,
    setupFiles: ['tests/mutation/setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    bail: 1,
  },
})
