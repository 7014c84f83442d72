import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../support/project-root.ts'
import { hasSharedData, readSharedText } from '../support/shared-data.ts'

interface Line {
  readonly id: string
  readonly file: string
  readonly text: string
}
const linesOf = (tsv: string): Line[] =>
  tsv
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [id = '', file = '', text = ''] = line.split('\t')
      return { id, file, text }
    })
const lines = linesOf(readFileSync(join(projectRoot, 'tests', 'security', 'asvs.tsv'), 'utf8'))

/** Whether the file has a test whose title begins like this; skipped tests do not count. */
const hasTest = (source: string, title: string): boolean =>
  source
    .replaceAll("\\'", "'")
    .split('\n')
    .some(
      (line) =>
        /^\s*(?:(?:test|it|describe)\b|\] as const\)\(|[\])(]*['"`])/.test(line) &&
        !/\.(?:skip|todo|fixme)\(/.test(line) &&
        ["'", '"', '`'].some((quote) => line.includes(quote + title)),
    )

const problemOf = ({ id, file, text }: Line): string | null => {
  if (!/^\d+\.\d+\.\d+$/.test(id) || text === '') return `${id}: the line is not whole`
  if (file === '-' || file === 'none')
    return /^.{40,}\.$/.test(text) ? null : `${id}: does not say in a sentence what no test shows`
  if (!/\.(?:test\.tsx?|spec\.ts)$/.test(file) || !existsSync(join(projectRoot, file)))
    return `${id}: there is no ${file}`
  // In the table of bans, titles are keys.
  const isKey = file.endsWith('forbidden-code.test.ts')
  const source = readFileSync(join(projectRoot, file), 'utf8')
  return (isKey ? source.includes(`\n  ${text}: {`) : hasTest(source, text))
    ? null
    : `${id}: ${file} has no test ${text}`
}

test('every requirement names a test that exists, or the reason why there is none', () => {
  expect(lines.length).toBeGreaterThan(160)
  expect(lines.flatMap((line) => problemOf(line) ?? [])).toEqual([])
})

/** Requirements whose rows contradict each other. */
const contradicting = (all: readonly Line[]): string[] =>
  [...Map.groupBy(all, ({ id }) => id)]
    .filter(([, rows]) => {
      const isTested = rows.some(({ file }) => file !== '-' && file !== 'none')
      return isTested === rows.some(({ file }) => file === 'none')
    })
    .map(([id]) => id)

test('every requirement has a test, even where a part of it has none, or says that it has none', () => {
  expect(contradicting(lines)).toEqual([])
})

test.skipIf(!hasSharedData)(
  'the table lists exactly the requirements that a machine can test',
  () => {
    const asked = linesOf(readSharedText('spec', 'asvs-5.0-level-2.tsv'))
      .filter(({ file }) => file === 'A')
      .map(({ id }) => id)
    expect(asked).toHaveLength(162)
    expect([...new Set(lines.map(({ id }) => id))].sort()).toEqual([...asked].sort())
  },
)

test('the check finds a missing test, a skipped test and a missing reason', () => {
  expect(
    problemOf({ id: '1.2.3', file: 'tests/architecture/asvs.test.ts', text: 'no such test' }),
  ).toMatch(/has no test/)
  expect(problemOf({ id: '1.2.3', file: 'tests/architecture/gone.test.ts', text: 'x' })).toMatch(
    /there is no/,
  )
  expect(problemOf({ id: '1.2.3', file: '-', text: 'later' })).toMatch(/what no test shows/)
  const [tested, untested] = [
    { id: '1.2.3', file: 'a.test.ts', text: 'x' },
    { id: '1.2.3', file: 'none', text: 'y' },
  ] as const
  expect(contradicting([tested])).toEqual([])
  expect(contradicting([untested])).toEqual([])
  expect(contradicting([tested, untested])).toEqual(['1.2.3'])
  expect(contradicting([{ ...untested, file: '-' }])).toEqual(['1.2.3'])
  expect(hasTest("test.skip('[XX1] it works', () => {})", '[XX1]')).toBe(false)
  expect(hasTest("test('[XX1] it\\'s so', () => {})", "[XX1] it's so")).toBe(true)
})
