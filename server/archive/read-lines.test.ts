import { expect, it } from 'vitest'
import { ArchiveProblem } from './archive-problem.ts'
import { parseJson } from './parse-line.ts'
import { readLines } from './read-lines.ts'

/** The lines of a part that arrives in these pieces, or what is wrong with it. */
const linesOf = async (pieces: readonly (string | Buffer)[], most?: number): Promise<unknown> => {
  const bytes = (async function* () {
    for (const piece of pieces) yield Buffer.from(piece as string)
  })()
  try {
    const lines: string[] = []
    for await (const line of readLines('part', bytes, most)) lines.push(line)
    return lines
  } catch (error) {
    if (!(error instanceof ArchiveProblem)) throw error
    return error.message
  }
}

it('[EX14] lines are read whole, wherever the pieces end', async () => {
  expect(await linesOf([])).toEqual([])
  expect(await linesOf(['a\nbc\n'])).toEqual(['a', 'bc'])
  expect(await linesOf(['a\nb', 'c', '\n', 'd\n'])).toEqual(['a', 'bc', 'd'])
  expect(await linesOf(['\n\na\n'])).toEqual(['', '', 'a'])
  const [first, second] = [Buffer.from('é\n').subarray(0, 1), Buffer.from('é\n').subarray(1)]
  expect(await linesOf([first, second])).toEqual(['é'])
})

it.each([
  [
    'has no line feed at its end',
    ['a\nb'],
    undefined,
    'part, line 2: does not end with a line feed',
  ],
  ['is no UTF-8', ['a\n', Buffer.from([0xff, 10])], undefined, 'part, line 2: is no UTF-8'],
  ['is too long in one piece', ['abc\nabcd\n'], 3, 'part, line 2: is too long'],
  ['is too long in two pieces', ['abc\nab', 'cd\n'], 3, 'part, line 2: is too long'],
  ['is too long before its end is known', ['abc\nabcd'], 3, 'part, line 2: is too long'],
])('[EX14] a line that %s is refused', async (_what, pieces, most, problem) => {
  expect(await linesOf(pieces, most)).toBe(problem)
})

it('[EX14] a line of exactly the allowed length is read, in one piece or two', async () => {
  expect(await linesOf(['abc\nabc\n'], 3)).toEqual(['abc', 'abc'])
  expect(await linesOf(['ab', 'c\nab', 'c', '\n'], 3)).toEqual(['abc', 'abc'])
})

it('[EX14] JSON is nested 64 deep, and no deeper', () => {
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
  expect(parseJson('{"a":1}')).toEqual({ a: 1 })
  expect(parseJson('{')).toBeUndefined()
  expect(parseJson(nested(64))).toBeDefined()
  expect(parseJson(nested(65))).toBeUndefined()
})
