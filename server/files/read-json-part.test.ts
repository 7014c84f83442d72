import { object, string } from 'valibot'
import { describe, expect, it } from 'vitest'
import { outcomeOf } from '../../tests/support/call-context.ts'
import type { FormPart } from './read-form.ts'
import { readBytes, readJsonPart } from './read-json-part.ts'

/** A part of a form that arrives in these pieces; `taken` has those that were read. */
const partOf = (...pieces: string[]) => {
  const taken: string[] = []
  const arrive = async function* () {
    for (const piece of pieces) {
      taken.push(piece)
      yield Buffer.from(piece)
    }
  }
  const part: FormPart = { name: 'part', filename: null, type: 'text/plain', bytes: arrive() }
  return { part, taken }
}

describe('a small part', () => {
  it('is read whole up to its limit', async () => {
    const { part } = partOf('abc', 'de')
    expect((await readBytes(part, 5, '5 bytes')).toString()).toBe('abcde')
  })

  it('is refused at the first piece above its limit, and read no further', async () => {
    const { part, taken } = partOf('abc', 'def', 'ghi')
    await expect(readBytes(part, 5, '5 bytes')).rejects.toMatchObject({
      code: 'TOO_LARGE',
      detail: { limit: '5 bytes' },
    })
    expect(taken).toEqual(['abc', 'def'])
  })
})

describe('a request within a form', () => {
  const Named = object({ name: string() })
  const read = (...pieces: string[]) => readJsonPart(partOf(...pieces).part, Named)

  it('is JSON of its schema, in any number of pieces', async () => {
    expect(await read('{"name":', '"Anna"}')).toEqual({ name: 'Anna' })
  })

  it.each<[string, string, string]>([
    ['no JSON', '{"name":', 'INPUT_INVALID request'],
    ['a list', '[]', 'INPUT_INVALID request'],
    ['another type', '{"name":1}', 'INPUT_INVALID name'],
    ['too deep', '['.repeat(2_000), 'INPUT_INVALID request'],
    ['too long', JSON.stringify({ name: 'x'.repeat(32_768) }), 'TOO_LARGE'],
  ])('is refused if it is %s', async (_what, text, outcome) => {
    expect(await outcomeOf(read(text))).toBe(outcome)
  })
})
