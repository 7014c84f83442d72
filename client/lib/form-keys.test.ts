// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { draftKeyOf, forgetDrafts, forgetForms, formKeyOf } from './form-keys.ts'

const ANN_HERE = { userId: 1, organizationId: 7 }
const ANN_THERE = { userId: 1, organizationId: 8 }
const BOB = { userId: 12, organizationId: 7 }
beforeEach(() => {
  localStorage.clear()
  for (const one of [ANN_HERE, ANN_THERE, BOB]) {
    localStorage.setItem(formKeyOf(one, 'profile'), '{}')
    localStorage.setItem(`${draftKeyOf(one, 'p1')}answer/r1`, '{}')
  }
})
const left = () => Object.keys(localStorage).toSorted()

test('a form typed for one organization is not found in another', () => {
  expect(formKeyOf(ANN_HERE, 'profile')).not.toBe(formKeyOf(ANN_THERE, 'profile'))
})

test('a sign-out takes the forms of the person in all organizations, and nothing of others', () => {
  forgetForms(1)
  expect(left().filter((key) => key.startsWith('tenderbook.form'))).toEqual([formKeyOf(BOB, 'profile')])
  expect(left().filter((key) => key.startsWith('tenderbook.draft'))).toHaveLength(3)
})

test('discarded work takes the texts of open editors along, of this organization only', () => {
  forgetDrafts(ANN_HERE)
  expect(left().filter((key) => key.startsWith('tenderbook.draft'))).toEqual([`${draftKeyOf(ANN_THERE, 'p1')}answer/r1`, `${draftKeyOf(BOB, 'p1')}answer/r1`])
})
