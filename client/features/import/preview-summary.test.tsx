// @vitest-environment jsdom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { ImportPlan } from '#schema/rules/excel/excel-rows-plan.ts'
import { startLocale } from '../../locales/start-locale.ts'
import type { Preview } from './preview-items.ts'
import { InvalidIds, PreviewSummary } from './preview-summary.tsx'

afterEach(cleanup)

const many = <T,>(count: number, one: T): T[] => Array.from({ length: count }, () => one)
interface Counts {
  created: number
  updated: number
  edited: number
  missing: number
  refused?: number
  left?: number
  kept?: number
}
const summary = async (
  language: 'en' | 'sk',
  { created, updated, edited, missing, refused = 0, left = 0, kept = 0 }: Counts,
): Promise<string | null> => {
  await startLocale(language)
  const plan = {
    creates: many(created, {}),
    updates: Array.from({ length: updated }, (_, at) => ({ edits: { isEdited: at < edited } })),
    unchanged: [{}],
    missing: many(missing, {}),
    sections: [],
    refusedRows: refused,
    withoutId: 0,
  } as unknown as ImportPlan
  const { container } = render(
    <I18nProvider i18n={i18n}>
      <PreviewSummary preview={{ plan } as Preview} left={left} kept={kept} />
    </I18nProvider>,
  )
  return container.textContent?.trim() ?? null
}

it.each([
  [
    'en',
    { created: 29, updated: 190, edited: 4, missing: 16 },
    '29 new, 190 changed, 4 of them edited here by hand, 16 missing.',
  ],
  ['en', { created: 0, updated: 1, edited: 0, missing: 0 }, '0 new, 1 changed.'],
  [
    'en',
    { created: 1, updated: 0, edited: 0, missing: 0, refused: 1, left: 2 },
    '1 new, 0 changed, 1 row refused. 2 rows are left out of the import.',
  ],
  [
    'en',
    { created: 0, updated: 9, edited: 2, missing: 0, left: 3, kept: 2 },
    '0 new, 9 changed, 2 of them edited here by hand. 2 requirements edited here by hand are left as they are. To overwrite them, include them under “Edited here”. One row is left out of the import.',
  ],
  [
    'en',
    { created: 0, updated: 9, edited: 1, missing: 0, left: 1, kept: 1 },
    '0 new, 9 changed, 1 of them edited here by hand. One requirement edited here by hand is left as it is. To overwrite it, include it under “Edited here”.',
  ],
  [
    'sk',
    { created: 29, updated: 190, edited: 4, missing: 16 },
    '29 nových, 190 zmenených, z toho 4 upravené tu ručne, 16 chýba.',
  ],
  [
    'sk',
    { created: 1, updated: 3, edited: 1, missing: 2, refused: 5, left: 1 },
    '1 nová, 3 zmenené, z toho 1 upravená tu ručne, 2 chýbajú, 5 odmietnutých riadkov. 1 riadok sa neimportuje.',
  ],
] as const)('says in one line of %s what a file brings', async (language, counts, text) => {
  expect((await summary(language, counts))?.replace(/\s*\. */g, '. ').trim()).toBe(text)
})

it('lists each invalid ID once, and counts those that are too many to read', async () => {
  await startLocale('en')
  const ids = Array.from({ length: 502 }, (_, at) => `A-${at}`)
  const shown = (list: readonly string[]) =>
    render(
      <I18nProvider i18n={i18n}>
        <InvalidIds ids={list} />
      </I18nProvider>,
    ).container.textContent
  expect(shown(['A-1', 'C4', 'A-1'])).toBe('Invalid IDs: A-1, C4')
  expect(shown(ids)).toMatch(/A-499 and 2 more$/)
})
