import { describe, expect, it } from 'vitest'
import { CHOICES_SHEET, ChoiceLists, withoutChoices } from './choice-lists.ts'

describe('a list of choices', () => {
  it('stands in the rule if a spreadsheet reads it back from there', () => {
    const lists = new ChoiceLists()
    expect(lists.formulaOf(['Yes', 'R&D', 'No'])).toBe('"Yes,R&D,No"')
    expect(lists.formulaOf(['x'.repeat(255)])).toBe(`"${'x'.repeat(255)}"`)
    expect(lists.isUsed).toBe(false)
  })

  it.each([
    ['x'.repeat(256)],
    ['Low, later'],
    ['the "best"'],
    ['two\nlines'],
    ['=1+1'],
    [' blank'],
    ['blank '],
    ['\ud800'],
    ['\u0001'],
  ])('stands in the hidden sheet otherwise: %j', (option) => {
    const lists = new ChoiceLists()
    expect(lists.formulaOf(['Yes', option])).toBe(`${CHOICES_SHEET}!$A$2:$A$3`)
    expect(lists.lines).toEqual(['', 'Yes', option])
  })

  it('stands there once, however many columns offer it', () => {
    const lists = new ChoiceLists()
    const ranges = [['a,b'], ['c,d', 'e'], ['a,b']].map((options) => lists.formulaOf(options))
    expect(ranges.map((range) => range.split('!')[1])).toEqual([
      '$A$2:$A$2',
      '$A$3:$A$4',
      '$A$2:$A$2',
    ])
    expect(lists.lines).toHaveLength(4)
  })
})

it('a shown sheet with the name of the hidden one is no sheet of choices', () => {
  const sheets = [{ name: 'A' }, { name: CHOICES_SHEET }, { name: CHOICES_SHEET, isHidden: true }]
  expect(withoutChoices(sheets)).toEqual(sheets.slice(0, 2))
})
