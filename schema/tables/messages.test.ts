import { describe, expect, test } from 'vitest'
import { hasSharedData, readSharedText } from '../../tests/support/shared-data.ts'
import { isMessageCode, MESSAGES, messageText } from './messages.ts'

describe.skipIf(!hasSharedData)('the catalogue of the specification', () => {
  const lines = hasSharedData
    ? readSharedText('spec', 'messages.tsv')
        .split('\n')
        .filter((line) => line !== '' && !line.startsWith('#'))
    : // One line, so that the run counts a skipped test.
      ['the first line\t']

  test.each(lines.map((line) => line.split('\t') as [string, string]))(
    '[MS1] %s says exactly what the catalogue says',
    (code, text) => {
      expect(isMessageCode(code) ? MESSAGES[code].text : null).toBe(text)
    },
  )
})

test.skipIf(!hasSharedData)(
  '[MS4] every text that the specification quotes among rules and errors is in the catalogue',
  () => {
    const bare = (text: string): string => text.replace(/\{\w+\} /g, '').toLowerCase()
    const texts = Object.values(MESSAGES).map(({ text }) => bare(text))
    const sections = readSharedText('spec', '000_3d70e33f2b1ab12a.txt')
      .split(/^## /m)
      .filter((section) => /^[58]\. /.test(section))
    const quoted = sections.flatMap((section) =>
      [...section.matchAll(/'([^'\n]{6,}?)'/g)].flatMap(([, text = '']) =>
        isMessageCode(text) ? [] : text.split(' ... '),
      ),
    )
    expect(quoted.length).toBeGreaterThan(50)
    expect(
      quoted.filter(
        (text) => !texts.some((known) => known.includes(bare(text.replace(/^\.\.\. /, '')))),
      ),
    ).toEqual([])
  },
)

test('[MS2] placeholders are filled in, and one without a value stays to be seen', () => {
  expect(messageText('state.wrong', { from: 'DRAFT', to: 'CLOSED' })).toBe(
    'Wrong state transition! Project state cannot be changed from DRAFT to CLOSED',
  )
  expect(messageText('INPUT_INVALID', { field: 'name' })).toBe('name: {problem}')
  expect(messageText('NOT_FOUND')).toBe(MESSAGES.NOT_FOUND.text)
})

test('[MS3] names that objects inherit are not codes', () => {
  const inherited = Object.getOwnPropertyNames(Object.prototype)
  expect(inherited).toContain('toString')
  expect(inherited.filter(isMessageCode)).toEqual([])
  expect(isMessageCode('NOT_FOUND')).toBe(true)
})
