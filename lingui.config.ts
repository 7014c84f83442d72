import { defineConfig } from '@lingui/cli'

export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'sk'],
  // Texts of people stay as they are inside of sentences.
  runtimeConfigModule: { Trans: ['#client/lib/trans.tsx', 'Trans'] },
  catalogs: [{ path: '<rootDir>/client/locales/{locale}/messages', include: ['<rootDir>/client'] }],
})
