// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { forgetPerson } from './forget-person.ts'
import { draftKeyOf, formKeyOf, settingKeyOf } from './form-keys.ts'

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

test('a form kept for one organization is not found in another', () => {
  expect(formKeyOf(ANN_HERE, 'profile')).not.toBe(formKeyOf(ANN_THERE, 'profile'))
})

test('signing out removes the person’s data of all organizations, and nothing of other people or the device', () => {
  const others = [
    'tenderbook.theme',
    'tenderbook.language',
    settingKeyOf(12, 'recent.7'),
    'tenderbook.device-of.tenderbook-user-12-7',
  ]
  for (const key of [
    ...others,
    settingKeyOf(1, 'recent.7'),
    settingKeyOf(1, 'grid.row-height'),
    settingKeyOf(null, 'recent.0'),
    'tenderbook.active',
    'tenderbook.clock-skew',
    'tenderbook.device-of.tenderbook-user-1-7',
  ])
    localStorage.setItem(key, '1')
  sessionStorage.setItem('scroll', '/project/1')
  forgetPerson(1)
  expect(left()).toEqual(
    [...others, formKeyOf(BOB, 'profile'), `${draftKeyOf(BOB, 'p1')}answer/r1`].toSorted(),
  )
  expect(sessionStorage).toHaveLength(0)
})
