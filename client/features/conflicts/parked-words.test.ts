import { describe, expect, it } from 'vitest'
import { writtenText } from './parked-words.ts'

describe('the text of a parked edit', () => {
  it('contains every text that the person wrote, and no ids', () => {
    const args = {
      projectId: 'p',
      requirementId: 'r',
      vendorId: 7,
      values: {
        how: 'Two\nlines',
        statement: 75,
        'statement.release': -2,
        flag: false,
        empty: null,
      },
    }
    expect(writtenText(args)).toBe(
      'how: Two\nlines\nstatement: 75\nstatement.release: -2\nflag: false',
    )
  })
  it('contains the texts of a bulk edit', () => {
    expect(
      writtenText({
        projectId: 'p',
        items: [
          { requirementId: 'r', values: { how: 'x' } },
          { requirementId: 's', values: { how: 'y' } },
        ],
      }),
    ).toContain('how: y')
  })
})
