import { defineConfig } from '@lingui/cli'
import babel from '@lingui/cli/api/extractors/babel'
import { formatter } from '@lingui/format-po'
import { tableExtractor } from './scripts/lib/table-messages.ts'

export default defineConfig({
  // English stands in the code and needs no catalogue.
  sourceLocale: 'en',
  locales: ['sk'],
  // Texts of people stay as they are inside of sentences.
  runtimeConfigModule: { Trans: ['#client/lib/trans.tsx', 'Trans'] },
  catalogs: [
    {
      path: '<rootDir>/client/locales/{locale}/messages',
      include: [
        '<rootDir>/client',
        '<rootDir>/schema/tables/messages.ts',
        '<rootDir>/schema/rules/project/project-transitions.ts',
      ],
      exclude: ['**/*.test.*', '**/route-tree.gen.ts'],
    },
  ],
  extractors: [tableExtractor, babel],
  format: formatter({ lineNumbers: false }),
  orderBy: 'message',
})
