import { expect, test } from 'vitest'
import { FIRST_VIEW, searchOf, viewOf, type SharedView } from './matrix-search.ts'

const remembered: SharedView = {
  level: 'section',
  lens: { kind: 'asOf', release: 2 },
  differencesOnly: true,
}

test('an address without a level shows the person’s last view', () => {
  expect(viewOf({}, remembered)).toEqual(remembered)
  expect(viewOf({ differences: true }, FIRST_VIEW)).toEqual(FIRST_VIEW)
})

test('an address with a level shows everyone the same view', () => {
  expect(viewOf({ level: 'package' }, remembered)).toEqual({
    level: 'package',
    lens: { kind: 'all' },
    differencesOnly: false,
  })
  expect(viewOf({ level: 'requirement', asOf: 3, differences: true }, FIRST_VIEW)).toEqual({
    level: 'requirement',
    lens: { kind: 'asOf', release: 3 },
    differencesOnly: true,
  })
})

test('the address of a view restores that view', () => {
  for (const view of [remembered, FIRST_VIEW])
    expect(viewOf(searchOf(view), { ...FIRST_VIEW, level: 'requirement' })).toEqual(view)
})

test('invalid search parameters are ignored', () => {
  expect(viewOf({ level: 'everything' }, remembered)).toEqual(remembered)
  expect(viewOf({ level: 'package', asOf: 'x', differences: 'yes' }, remembered)).toEqual({
    level: 'package',
    lens: { kind: 'all' },
    differencesOnly: false,
  })
})
