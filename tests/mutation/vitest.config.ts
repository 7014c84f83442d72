import { defineConfig } from 'vitest/config'

/** Runs the tests of one area of the schema in the copy made by a mutation run. */
export default defineConfig({
  test: {
    environment: 'node',
    include: (process.env.MUTATION_TESTS ?? '').split(' '),
    testTimeout: 60_000,
    setupFiles: ['tests/mutation/seed.ts'],
  },
})
