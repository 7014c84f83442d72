import { defineConfig } from '@lingui/cli'

export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'sk'],
  catalogs: [{ path: '<rootDir>/client/locales/{locale}/messages', include: ['<rootDir>/client'] }],
})
