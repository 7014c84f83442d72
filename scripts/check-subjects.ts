// Checks the subjects of the commits made after this file. A clone without history has nothing to
// check.
import { execFileSync } from 'node:child_process'
import { subjectProblem } from './lib/subject-rule.ts'

const git = (...args: string[]): string =>
  execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()

const commitsSince = (): { hash: string; subject: string }[] | null => {
  try {
    const added = git('log', '--diff-filter=A', '--format=%H', '--', 'scripts/check-subjects.ts')
    const first = added.split('\n').at(-1) ?? ''
    if (first === '') return null
    const lines = git('log', '--no-merges', '--format=%h %s', `${first}..HEAD`)
    return lines
      .split('\n')
      .filter(Boolean)
      .map((line) => ({
        hash: line.slice(0, line.indexOf(' ')),
        subject: line.slice(line.indexOf(' ') + 1),
      }))
  } catch {
    return null
  }
}

const commits = commitsSince()
if (commits === null) console.log('No history here: no subject was checked.')
for (const { hash, subject } of commits ?? []) {
  const problem = subjectProblem(subject)
  if (problem === null) continue
  console.log(`${hash} "${subject}" ${problem}`)
  process.exitCode = 1
}
