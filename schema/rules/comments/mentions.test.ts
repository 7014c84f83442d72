import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mentionsOf, plainMentions, textParts, withMentions } from './mentions.ts'

const people = [
  { id: 1, name: 'Eva' },
  { id: 2, name: 'Eva Author' },
  { id: 3, name: 'Žofia Ďurišová' },
]

describe('mentions', () => {
  test.each([
    ['Ask @Eva Author, please', 'Ask @[2:Eva Author], please', [2]],
    ['@eva and @žofia ďurišová', '@[1:Eva] and @[3:Žofia Ďurišová]', [1, 3]],
    ['@Evangeline, a@Eva, @ Eva, @Nobody', '@Evangeline, a@Eva, @ Eva, @Nobody', []],
    ['(@Eva)', '(@[1:Eva])', [1]],
    ['', '', []],
  ])('[CT11] %j is stored as %j', (written, stored, ids) => {
    expect(withMentions(written, people)).toBe(stored)
    expect(mentionsOf(stored).map(({ id }) => id)).toEqual(ids)
    expect(plainMentions(stored).toLowerCase()).toBe(written.toLowerCase())
  })

  test('[CT11] of two people with one name the first counts', () => {
    const twins = [
      { id: 9, name: 'Eva' },
      { id: 8, name: 'Eva' },
    ]
    expect(withMentions('@Eva', twins)).toBe('@[9:Eva]')
  })

  test('[CT11] a name cannot end its mention early', () => {
    const [stored] = [withMentions('@a]b', [{ id: 4, name: 'a]b' }])]
    expect(mentionsOf(stored)).toEqual([{ id: 4, name: 'a b' }])
  })

  test('[CT11] parts of any text make the text again', () => {
    const piece = fc.oneof(fc.string(), fc.constant('@[12:Eva]'), fc.constant('@['))
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join('')
        const again = textParts(text)
          .map((part) =>
            part.mention === undefined ? part.text : `@[${part.mention.id}:${part.mention.name}]`,
          )
          .join('')
        expect(again.replaceAll(/@\[0+(?=\d)/g, '@[')).toBe(text.replaceAll(/@\[0+(?=\d)/g, '@['))
      }),
    )
  })
})
