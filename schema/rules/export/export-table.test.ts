import { expect, it } from 'vitest'
import { sheetNames } from './export-table.ts'

it('every sheet has a name that a spreadsheet accepts, and each its own', () => {
  const long = 'A document with a name that is much too long for a sheet'
  const names = sheetNames([
    'Offer',
    'offer',
    long,
    long,
    'A/B: [c]?*\\',
    "'quoted'",
    '',
    'History',
    '\u0000',
    `${'x'.repeat(29)}😀y`,
  ])
  expect(names).toEqual([
    'Offer',
    'offer (2)',
    'A document with a name that is',
    'A document with a name that (2)',
    'A B   c',
    'quoted',
    'Sheet',
    'History (2)',
    'Sheet (2)',
    expect.stringMatching(/^x{29}😀$/u),
  ])
  for (const name of names) expect(name.length).toBeLessThanOrEqual(31)
})
