import { expect, it } from 'vitest'
import { ArchiveProblem } from '../archive/archive-problem.ts'
import { runCommand } from './run-command.ts'

const USAGE = 'npm run example -- FILE'
/** What a command shows when it ends with this error or answer. */
const shownOf = async (end: Error | boolean, args: readonly string[] = ['file']) => {
  const shown: string[] = []
  const code = await runCommand(
    {
      usage: USAGE,
      values: ['to'],
      run: async ({ words }, { say }) => {
        if (typeof end !== 'boolean') throw end
        say(`read ${words.join()}`)
        return end
      },
    },
    args,
    {
      say: (line) => void shown.push(line),
      tell: (line) => void shown.push(`! ${line}`),
    },
  )
  return [code, ...shown]
}

it('a command shows its results, and its usage instead if it is asked for help', async () => {
  expect(await shownOf(true)).toEqual([0, 'read file'])
  expect(await shownOf(false)).toEqual([1, 'read file'])
  expect(await shownOf(true, ['--help'])).toEqual([0, USAGE])
})

it.each<[string, Error, number, string]>([
  [
    'a damaged backup',
    new ArchiveProblem('a.json', 'is damaged'),
    1,
    '! NOT VALID a.json: is damaged',
  ],
  ['a missing folder', new Error('There is no /srv/tb'), 2, '! There is no /srv/tb'],
  [
    'an error with its cause',
    new Error('The database does not answer', { cause: new Error('refused') }),
    2,
    '! The database does not answer: refused',
  ],
  [
    'a name that would steer the terminal',
    new ArchiveProblem('\u001B[2Ja', 'is damaged\nUnpack it again'),
    1,
    '! NOT VALID ?[2Ja: is damaged\nUnpack it again',
  ],
])('a command that fails tells why: %s', async (_what, error, code, line) => {
  expect(await shownOf(error)).toEqual([code, line])
})

it('an unknown option is told and nothing runs', async () => {
  const [code, line, ...more] = await shownOf(true, ['--form', 'file'])
  expect([code, more]).toEqual([2, []])
  expect(line).toContain('--form')
})
