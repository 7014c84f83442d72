import { describe, expect, it } from 'vitest'
import { TextError } from '#schema/rules/texts/text-value.ts'
import { parseYaml } from './parse-yaml.ts'

/** Why a text is refused, with its line; null = it is read. */
const refusal = (text: string): [code: string, line: number] | null => {
  try {
    parseYaml(text)
    return null
  } catch (error) {
    if (!(error instanceof TextError)) throw error
    return [error.code, error.line]
  }
}

describe('a YAML text is read', () => {
  it.each([
    ['a: 1\nb: [x, "y"]\nc: ~', { a: 1, b: ['x', 'y'], c: null }],
    ['', []],
    ['~', null],
    ['text', 'text'],
    ['--- 1\n--- 2', [1, 2]],
    ['---\na: 1\n...\n', { a: 1 }],
    ['a: &x {b: 1}\nc: *x', { a: { b: 1 }, c: { b: 1 } }],
  ])('%j', (text, value) => {
    expect(parseYaml(text)).toEqual(value)
  })

  it('with its numbers in the form that people see', () => {
    const text = '- 1.10\n- 007\n- 7\n- -2.5\n- 1e3\n- 0x1F\n- "8"\n- true'
    expect(parseYaml(text)).toEqual(['1.10', '007', 7, -2.5, '1e3', '0x1F', '8', true])
    expect(parseYaml('? 1.10\n: a')).toEqual({ '1.10': 'a' })
  })
})

describe('a YAML text is refused', () => {
  it.each([
    ['a: 1\nb: [', 2],
    ['a: 1\r\nb: 2\r\nc: "x', 3],
    ['a: 1\na: 2', 2],
    ['ok: 1\n---\nb: [', 3],
    ['[', 1],
    ['a: 1\nb: c: d\ne: 1\n', 2],
  ])('where it is broken, with the line: %j', (text, line) => {
    expect(refusal(text)).toEqual(['textBroken', line])
  })

  const lists = (count: number, inner = ''): string =>
    `\n\n${'['.repeat(count)}${inner}${']'.repeat(count)}`
  const objects = (count: number): string => `\n${'{a: '.repeat(count)}1${'}'.repeat(count)}`

  it('where lists and objects are in more than 100 others, with the line', () => {
    expect([refusal(lists(101)), refusal(lists(102))]).toEqual([null, ['textTooDeep', 3]])
    expect([refusal(lists(100, '1')), refusal(lists(101, '1'))]).toEqual([null, ['textTooDeep', 3]])
    expect([refusal(objects(100)), refusal(objects(101))]).toEqual([null, ['textTooDeep', 2]])
    expect(refusal(`&x 1: ${lists(100, '*x').trim()}`)).toEqual(['textTooDeep', 0])
    expect(refusal(lists(3_000))).toEqual(['textTooDeep', 3])
  })

  it('where more than 1,000 aliases are in it', () => {
    const aliases = (count: number): string =>
      Array.from({ length: count }, (_, at) => `- &a${at} x\n- *a${at}\n`).join('')
    expect(refusal(aliases(1_000))).toBeNull()
    expect(refusal(aliases(1_001))).toEqual(['textAliases', 0])
  })

  it('where an alias has no anchor, or leads to what is around it', () => {
    expect(refusal('a: *b')).toEqual(['textAliases', 0])
    expect(refusal('a: &b [*b]')).toEqual(['textAliases', 0])
    expect(refusal('a: &b {c: {d: *b}}')).toEqual(['textAliases', 0])
  })

  it('where aliases repeat aliases', () => {
    const letters = [...'abcdefg']
    const text = letters
      .map((letter, at) => {
        const before = letters[at - 1]
        const list = before === undefined ? 'x' : Array<string>(10).fill(`*${before}`).join(', ')
        return `${letter}: &${letter} [${list}]\n`
      })
      .join('')
    expect(refusal(text)).toEqual(['textAliases', 0])
  })

  it('where aliases repeat more than a million values', () => {
    const list = `- &a [${'x,'.repeat(20_000)}]\n`
    const repeated = (times: number): string => list + '- *a\n'.repeat(times)
    expect(refusal(repeated(40))).toBeNull()
    expect(refusal(repeated(60))).toEqual(['textAliases', 0])
  })

  it('with more than 4,000,000 letters', () => {
    expect(refusal(`#${'x'.repeat(3_999_999)}`)).toBeNull()
    expect(refusal(`#${'x'.repeat(4_000_000)}`)).toEqual(['textTooLarge', 0])
  })
})
