import { describe, expect, test } from 'vitest'
import { chosenContacts } from './vendor-contacts.ts'

const choose = (active: number[], chosen?: number[], hasInvitation = false) =>
  chosenContacts({ active, chosen, hasInvitation })

describe('contacts of an added vendor', () => {
  test('[MV9] all active contacts by default, else the chosen ones, each once', () => {
    expect(choose([1, 2])).toEqual([1, 2])
    expect(choose([1, 2], [2, 2])).toEqual([2])
  })

  test('[MV9] none is refused, unless the first contact is invited', () => {
    const none = expect.objectContaining({ code: 'INVALID_INPUT', field: 'contacts' })
    expect(() => choose([])).toThrow(none)
    expect(() => choose([1], [])).toThrow(none)
    expect(() => choose([1], [], true)).toThrow(none)
    expect(choose([], undefined, true)).toEqual([])
    expect(choose([], [], true)).toEqual([])
  })

  test('[MV9] a person who is not an active contact is refused', () => {
    expect(() => choose([1], [1, 3])).toThrow(
      expect.objectContaining({ code: 'INPUT_INVALID', field: 'contacts' }),
    )
  })
})
