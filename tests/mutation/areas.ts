/**
 * An area of code that faults are planted into, the tests that must find them, and the share that
 * they must find.
 */
export interface Area {
  /** File patterns of the code. */
  code: readonly string[]
  leftOut: readonly string[]
  tests: readonly string[]
  /**
   * Test files left out, because they take too long per fault or replace the modules that they
   * test.
   */
  slow: readonly string[]
  /** Percentage of faults that must be found; may only be raised. The aim is 85. */
  goal: number
}

const TESTS = ['**/*.test.ts', '**/*.test.tsx', '**/*.d.ts']

export const AREAS = {
  server: {
    code: ['server/**/*.ts'],
    leftOut: [
      ...TESTS,
      'server/demo/**',
      'server/database/migrations/**',
      'server/database/{seed,tables,account-tables,notice-tables,entity-tables}.ts',
      'server/mail/{texts,project-texts,mail-html}.ts',
      // Entry points of separate processes.
      'server/{main,openapi,verify-archive,verify-log,start-jobs}.ts',
      'server/*-command.ts',
      'server/commands/judge/judge-worker.ts',
    ],
    tests: ['server/**/*.test.ts', 'tests/api/**/*.test.ts'],
    slow: [
      'server/demo/**',
      'tests/api/{fuzz,spec,behind-nginx,processes,bounds}.test.ts',
      // These tests replace modules.
      'tests/api/mocked/**',
    ],
    goal: 80,
  },
  sync: {
    code: ['sync/**/*.ts'],
    leftOut: [...TESTS, 'sync/engine/memory-storage.ts'],
    tests: ['sync/**/*.test.ts', 'tests/sync/*.test.ts'],
    slow: ['tests/sync/{simulator,schedules,protocol}.test.ts'],
    goal: 85,
  },
  client: {
    code: ['client/**/*.ts'],
    leftOut: [
      ...TESTS,
      'client/locales/**',
      'client/route-tree.gen.ts',
      // Styles.
      'client/ui/browser/theme.ts',
      'client/**/*-{texts,text,words,names,content,sentences}.ts',
    ],
    tests: ['client/**/*.test.{ts,tsx}'],
    slow: [],
    goal: 82,
  },
} as const satisfies Record<string, Area>
export type AreaName = keyof typeof AREAS
