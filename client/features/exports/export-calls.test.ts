import { expect, it } from 'vitest'
import { Refusal } from '#schema/refusal.ts'
import { isGone } from './export-calls.ts'

it('tells a file that is no longer kept from a lost right and from a bug', () => {
  const errors = [new Refusal('NOT_FOUND'), new Refusal('EXPORT_OUTDATED'), new Error('NOT_FOUND')]
  expect(errors.map(isGone)).toEqual([true, false, false])
})
