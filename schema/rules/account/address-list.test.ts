import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LINEAR_MS, processorMsOf } from '../../../tests/support/processor-time.ts'
import { readAddresses } from './address-list.ts'

describe('[EV45] addresses are read out of what a person pastes', () => {
  it.each<[string, string[], string[]]>([
    ['', [], []],
    [' \n;, ', [], []],
    ['a@b.example', ['a@b.example'], []],
    [
      'a@b.example, c@d.example;e@f.example\ng@h.example i@j.example',
      ['a@b.example', 'c@d.example', 'e@f.example', 'g@h.example', 'i@j.example'],
      [],
    ],
    ['A@B.example a@b.EXAMPLE', ['a@b.example'], []],
    ['Ján Novák <jan@x.example>; Eva Malá <eva@x.example>', ['jan@x.example', 'eva@x.example'], []],
    [
      '"Novák, Ján" <jan@x.example>, "Malá; Eva" <eva@x.example>',
      ['jan@x.example', 'eva@x.example'],
      [],
    ],
    ['Ján <jan@x.example> Eva <eva@x.example>', ['jan@x.example', 'eva@x.example'], []],
    ['a@b.example Ján <jan@x.example>', ['a@b.example', 'jan@x.example'], []],
    ['<jan@x.example>', ['jan@x.example'], []],
    ['mailto:jan@x.example', ['jan@x.example'], []],
    ['\u200Bjan@x.example\uFEFF\u00A0eva@x.example', ['jan@x.example', 'eva@x.example'], []],
    ['Ján Novák', [], ['Ján Novák']],
    ['Ján Novák, eva@x.example', ['eva@x.example'], ['Ján Novák']],
    ['jan@x, eva@x.example, @x.example', ['eva@x.example'], ['jan@x', '@x.example']],
    ['Ján <jan@x>', [], ['jan@x']],
    ['Ján <>', [], ['Ján <>']],
    ['"Novák, Ján"', [], ['"Novák, Ján"']],
    ['"Ján" eva@x.example', ['eva@x.example'], ['"Ján"']],
    ['a@b.example>', [], ['a@b.example>']],
    ['"Ján <jan@x.example>', ['jan@x.example'], []],
    ['a@b@c.example', [], ['a@b@c.example']],
    ['a@b.example\r\nBcc: c@d.example', ['a@b.example', 'c@d.example'], ['Bcc:']],
  ])('%j', (text, addresses, wrong) => {
    expect(readAddresses(text)).toEqual({ addresses, wrong })
  })

  it('whatever separates them, and in whatever form, none is lost and none is made up', () => {
    const name = fc.constantFrom('', 'Ján', 'Ján Novák', '"Novák, Ján"', '"a; b"')
    const people = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,8}$/), {
      minLength: 1,
      maxLength: 20,
    })
    const separator = fc.constantFrom(',', ';', '\n', ', ', ' ; ', '\r\n', ',\n')
    fc.assert(
      fc.property(people, name, separator, fc.boolean(), (list, called, between, isAngled) => {
        const written = list.map((one) =>
          isAngled ? `${called} <${one}@x.example>` : `${one}@x.example`,
        )
        expect(readAddresses(written.join(between))).toEqual({
          addresses: list.map((one) => `${one}@x.example`),
          wrong: [],
        })
      }),
    )
  })

  it('any text is read without an error, and each address is in it', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'ab@.<>",; \n\u200B') }), (text) => {
        const shown = text.replaceAll('\u200B', '').toLowerCase()
        for (const address of readAddresses(text).addresses) expect(shown).toContain(address)
      }),
    )
  })

  it.each(['a@', '"', '<', '< ', 'a ', '"a', 'a@b.example,', '>'])(
    '200,000 signs of %j are read at once',
    (part) => {
      const text = part.repeat(200_000 / part.length)
      expect(processorMsOf(() => readAddresses(text))).toBeLessThan(LINEAR_MS)
    },
  )
})
