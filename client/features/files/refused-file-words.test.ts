import { beforeAll, expect, it } from 'vitest'
import { UNTIMELY_REASONS } from '#schema/rules/answers/late-answers.ts'
import type { ParkedEdit } from '#client/lib/parked.ts'
import { startLocale } from '#client/locales/start-locale.ts'
import { refusedFileWords } from './refused-file-words.ts'

beforeAll(() => startLocale('en'))
const words = (reason: string) => refusedFileWords({ reason, detail: {} } as ParkedEdit)

it.each(UNTIMELY_REASONS)('a file refused with %s is sent when the project reopens', (reason) => {
  expect(words(reason)).toMatch(
    /^Rejected: .+[.!] It stays on this device and is sent automatically when the project reopens\.$/,
  )
})
it('promises nothing of the kind for other refusals', () => {
  for (const reason of ['NOT_ALLOWED', 'ROW_DELETED', 'TOO_LARGE']) {
    expect(words(reason)).toMatch(/^Rejected: ./)
    expect(words(reason)).not.toContain('automatically')
  }
  expect(refusedFileWords(undefined)).toBe('Rejected')
})
