import { describe, expect, test } from 'vitest'
import { mentionQuery, withChosen } from './mention-query.ts'

const people = [
  { id: 1, name: 'Eva Author' },
  { id: 2, name: 'Evan Owner' },
  { id: 3, name: 'Žofia Autorová' },
]
const offered = (text: string, caret = text.length) =>
  mentionQuery(text, caret, people)?.offered.map(({ id }) => id) ?? null

describe('completion of a mention', () => {
  test.each([
    ['@', [1, 2, 3]],
    ['Ask @ev', [1, 2]],
    ['(@zof', [3]],
    ['@aut', [1, 3]],
    ['@Eva A', [1]],
    ['@Eva Author', [1]],
    ['@Eva Author ', null],
    ['mail a@ev', null],
    ['@zz', null],
    ['no sign', null],
  ])('%j offers %j', (text, ids) => {
    expect(offered(text)).toEqual(ids)
  })

  test('looks only at what stands before the caret', () => {
    expect(offered('@ev and more', 3)).toEqual([1, 2])
    expect(offered('@ev and more', 0)).toBe(null)
  })

  test('puts the name in place of what was written', () => {
    expect(withChosen('Ask @ev now', { at: 4, caret: 7, name: 'Eva Author' })).toEqual({
      text: 'Ask @Eva Author now',
      caret: 16,
    })
  })
})
