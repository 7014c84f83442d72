import { beforeAll, expect, test } from 'vitest'
import { startLocale } from '#client/locales/start-locale.ts'
import { choiceReason } from './submit-texts.ts'

beforeAll(() => startLocale('en'))

test('submitting all gives a reason if no answer is valid; the other choices are always enabled', () => {
  expect(choiceReason('SUBMIT_ALL', { ready: [] })).toMatch(/complete and valid/)
  expect(choiceReason('SUBMIT_ALL', { ready: [1] })).toBeNull()
  expect(choiceReason('REVIEW', { ready: [] })).toBeNull()
  expect(choiceReason('LEAVE', { ready: [] })).toBeNull()
})
