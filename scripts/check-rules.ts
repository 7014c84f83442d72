// The last stage of `npm test`: every rule of the SPEC files has a test that ran and passed. The
// argument is the folder with the reports of the other stages.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { coverageOf } from './lib/rule-coverage.ts'
import { rulesOf } from './lib/rule-ids.ts'
import { testsIn } from './lib/test-results.mjs'

const [folder = ''] = process.argv.slice(2)
const rules = ['schema', 'server', 'sync'].flatMap((layer) =>
  rulesOf(readFileSync(new URL(`../${layer}/SPEC.md`, import.meta.url), 'utf8')),
)
const results = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .flatMap((name) => testsIn(JSON.parse(readFileSync(join(folder, name), 'utf8'))))
const { missing, skipped } = coverageOf(rules, results)
console.log(`${rules.length} rules, ${results.length} tests`)
if (skipped.length > 0) console.log(`Rules whose tests were skipped: ${skipped.join(' ')}`)
if (missing.length > 0) console.log(`Rules without a test that passed: ${missing.join(' ')}`)
process.exitCode = missing.length > 0 || rules.length === 0 ? 1 : 0
