import { expect, it } from 'vitest'
import { parseTags } from './tags.ts'

it.each([
  ['', []],
  [' , ,', []],
  ['a, b,, a', ['a', 'b']],
  ['  two words ,Ž', ['two words', 'Ž']],
  ['A,a', ['A', 'a']],
])('%j gives %j', (text, tags) => {
  expect(parseTags(text)).toEqual(tags)
})

it('a tag ends after 50 characters, and the list after 20 tags', () => {
  expect(parseTags(` ${'x'.repeat(50)}`)).toEqual(['x'.repeat(50)])
  expect(parseTags('x'.repeat(51))).toEqual(['x'.repeat(50)])
  const many = Array.from({ length: 21 }, (_, index) => `t${index}`)
  expect(parseTags(many.join())).toEqual(many.slice(0, 20))
  // Repeated tags do not use up the list.
  expect(parseTags(['t0', 't0', ...many].join())).toEqual(many.slice(0, 20))
})
