import { parseArgs } from 'node:util'
import { addExcuses, type ExcuseCounts, excuseLines } from './excuses.ts'
import { type Finders, keepFinders } from './finders.ts'
import { workOff } from './pool.ts'
import { PLANTS } from './plants.ts'
import { keepRegression, regressionTasks } from './regressions.ts'
import { run } from './run.ts'
import { bugTasks, seedTasks, shippedTasks } from './tasks.ts'

// `npm run sim -- --seeds N [--seed S]`: N histories from seed S on (1), and every planted bug;
// `--seed S` alone plays that one history again, and with `--trace PATTERN` it prints each of its
// steps that the pattern finds. `--seeds-per-bug 0` leaves the bugs out. `--shipped`: devices store
// with what the product ships, not with the model of it; histories with damage are left out.
const { values } = parseArgs({
  options: {
    seeds: { type: 'string' },
    seed: { type: 'string' },
    trace: { type: 'string' },
    shipped: { type: 'boolean', default: false },
    'seeds-per-bug': { type: 'string', default: '1000' },
  },
})
const first = Number(values.seed ?? 1)
const count = Number(values.seeds ?? (values.seed === undefined ? 500 : 1))
const seedsPerBug = Number(values['seeds-per-bug'])
const isReplay = values.seeds === undefined && values.seed !== undefined
if (!Number.isSafeInteger(first) || !Number.isSafeInteger(count) || count < 1)
  throw new Error('--seeds and --seed are whole numbers')

if (isReplay && values.trace !== undefined) {
  const pattern = new RegExp(values.trace)
  await run(first, {
    isShipped: values.shipped,
    tell: (line) => {
      if (pattern.test(line)) console.log(line)
    },
  })
}

const start = performance.now()
let [seeds, edits, violations, hunted, killed] = [0, 0, 0, 0, 0]
const seedsOf = values.shipped ? shippedTasks : seedTasks
const known = isReplay ? [] : regressionTasks(values.shipped)
const bugs =
  isReplay || values.shipped || seedsPerBug === 0 ? [] : bugTasks(Object.keys(PLANTS), seedsPerBug)
const finders: Finders = {}
const excuses: ExcuseCounts = {}
await workOff([...known, ...seedsOf(first, count), ...bugs], (report) => {
  if (report.kind === 'seeds') {
    seeds += report.seeds
    edits += report.edits
    addExcuses(excuses, report.excuses)
    for (const failure of report.failures) {
      violations += failure.violations.length
      console.log(
        `seed ${failure.seed}: ${failure.violations.slice(0, isReplay ? 50 : 3).join('; ')}`,
      )
      if (!isReplay) keepRegression(failure, values.shipped)
    }
  } else {
    hunted += 1
    killed += Number(report.seed !== null)
    if (report.seed !== null) finders[report.name] = report.seed
    console.log(
      report.seed === null
        ? `survived: ${report.name}`
        : `killed: ${report.name}: seed ${report.seed}, ${report.violation.slice(0, 120)}`,
    )
  }
  return true
})
if (bugs.length > 0)
  keepFinders(
    bugs.map(({ name }) => name),
    finders,
  )
for (const line of excuseLines(excuses)) console.log(line)
console.log(
  `seeds ${seeds}, edits ${edits}, violations ${violations}, planted bugs killed ${killed} of ${hunted} (${Math.round((performance.now() - start) / 1_000)} s)`,
)
process.exitCode = violations > 0 || killed < hunted ? 1 : 0
