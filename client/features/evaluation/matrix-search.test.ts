import { expect, test } from 'vitest'
import { FIRST_VIEW, searchOf, viewOf, type SharedView } from './matrix-search.ts'

const remembered: SharedView = {
  level: 'section',
  lens: { kind: 'asOf', release: 2 },
  differencesOnly: true,
}

test('an address without a level shows what the person saw last', () => {
  expect(viewOf({}, remembered)).toEqual(remembered)
  expect(viewOf({ differences: true }, FIRST_VIEW)).toEqual(FIRST_VIEW)
})

test('an address with a level shows the same to everybody', () => {
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

test('the address of a view leads back to it', () => {
  for (const view of [remembered, FIRST_VIEW])
    expect(viewOf(searchOf(view), { ...FIRST_VIEW, level: 'requirement' })).toEqual(view)
})

test('what an address holds besides is not believed', () => {
  expect(viewOf({ level: 'everything' }, remembered)).toEqual(remembered)
  expect(viewOf({ level: 'package', asOf: 'x', differences: 'yes' }, remembered)).toEqual({
    level: 'package',
    lens: { kind: 'all' },
    differencesOnly: false,
  })
})
