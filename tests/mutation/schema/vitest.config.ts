import { defineConfig } from 'vitest/config'

/** The tests of one area of the schema, as a mutation run starts them in its copy. */
export default defineConfig({
  test: {
    environment: 'node',
    include: (process.env.MUTATION_TESTS ?? '').split(' '),
    testTimeout: 60_000,
    setupFiles: ['tests/mutation/schema/seed.ts'],
  },
})
