import { expect, test } from 'vitest'
import { sourceFiles } from './source-files.ts'

const ROW = /<tr\b[^]*?<\/tr>/g
const HEADER = /\bscope=(?:"(?:col|row|rowgroup)"|\{)/
/** The part that draws the row gets its cells as a function from each of its users. */
const GIVEN_CELLS = [
  { path: 'client/features/project-settings/member-rows.tsx', part: 'MemberRows' },
]

const sources = sourceFiles().filter(({ path }) => path.endsWith('.tsx'))

test('each row of a table has a cell that names it', () => {
  const unnamed = sources
    .filter(({ path }) => !GIVEN_CELLS.some((given) => given.path === path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(ROW)]
        .filter(([row]) => !HEADER.test(row))
        .map(([row]) => `${path}: ${row}`),
    )
  expect(unnamed, 'make the cell that names the row a th with scope="row"').toEqual([])
})

test('each user of a part that draws rows names them', () => {
  for (const { path, part } of GIVEN_CELLS) {
    expect(sources.find((source) => source.path === path)?.text).toContain('{cells(')
    const users = sources.filter(
      ({ text }) => text.includes(`<${part}\n`) || text.includes(`<${part} `),
    )
    expect(users.length).toBeGreaterThan(0)
    for (const user of users) expect(user.text, user.path).toContain('scope="row"')
  }
})
