import { expect, it } from 'vitest'
import { startLocale } from '#client/locales/start-locale.ts'
import type { Export } from '#schema/entities/export.ts'
import { seenExports } from './seen-exports.ts'

const day = Date.UTC(2026, 10, 27, 12)
const buildExport = (over: Partial<Export>): Export =>
  ({
    ...{ id: 'e', content: 'answers', format: 'xlsx', vendors: ['Alpha', 'Beta'], createdOn: day },
    ...{ askedBy: 'Eva', state: 'ready', failure: null, bytes: 12, expiresOn: day, done: 1 },
    ...over,
  }) as Export

it('has content, state and size of each export', async () => {
  await startLocale('en')
  const ready = buildExport({})
  const running = buildExport({ state: 'running', bytes: null, vendors: null })
  const common = ['Answers', 'xlsx']
  expect(seenExports([ready, running]).rows).toEqual([
    [...common, 'Alpha, Beta', day, 'Eva', 'Ready', 12, '2026-11-27'],
    [...common, null, day, 'Eva', 'Being made', null, '2026-11-27'],
  ])
})
