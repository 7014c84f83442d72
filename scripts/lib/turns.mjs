// `npm test` leaves some files out in turns: the commit decides which ones it runs.
// `npm run test:long` runs all of them.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './prepare.mjs'

/** One of so many files that take turns runs. */
export const EVERY = 4

/** Browser tests of what the product lives by: secrets, kept work, deadlines and the main job. */
const ALWAYS_IN_BROWSER = [
  'answer-offline',
  'bring-work',
  'browser-faults',
  'comments',
  'conflict',
  'demo',
  'device-faults',
  'evaluation',
  'export',
  'files',
  'guards',
  'import',
  'import-preview',
  'isolation',
  'key-rotation',
  'kept-drafts',
  'keyboard-job',
  'lifecycle',
  'no-storage',
  'nothing-left',
  'opening',
  'restore',
  'second-factor',
  'sign-out',
  'storage-cleared',
  'submit',
  'touch',
  'two-servers',
  'vendor-area',
].map((name) => `tests/e2e/${name}.spec.ts`)

/** These have a stage of their own. */
const INSTALLED = ['tests/e2e/install.spec.ts', 'tests/e2e/update.spec.ts']

/** Generated cases whose code is the same on both databases. On SQLite they always run. */
const SOMETIMES_ON_POSTGRES = [
  'authorization',
  'deadlines',
  'fuzz',
  'notice-recipients',
  'offers',
  'one-evaluation',
  'organization-offers',
  'permissions',
  'rate-limits',
  'rest-equals-sync',
  'states',
  'updated-on',
  'write-times',
].map((name) => `tests/api/${name}.test.ts`)

const filesIn = (folder, ending) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith(ending))
    .map((name) => `${folder}/${name}`)
    .toSorted()

/** Whether it is a file's turn. The same commit runs the same files on every machine. */
export const hasTurn = (file, commit) =>
  createHash('sha256').update(`${commit} ${file}`).digest().readUInt32BE(0) % EVERY === 0

/** Null outside a repository: then every file runs. */
const currentCommit = () => {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
  } catch {
    return null
  }
}

/** The files of both lists that wait for another commit. */
export const waitingFiles = (commit = currentCommit()) => {
  const waits = (file) => commit !== null && !hasTurn(file, commit)
  return {
    browser: filesIn('tests/e2e', '.spec.ts')
      .filter((file) => !INSTALLED.includes(file) && !ALWAYS_IN_BROWSER.includes(file))
      .filter(waits),
    postgres: [...SOMETIMES_ON_POSTGRES, ...filesIn('tests/api/hostile', '.test.ts')].filter(waits),
  }
}
export const listedFiles = () => [...ALWAYS_IN_BROWSER, ...SOMETIMES_ON_POSTGRES]
