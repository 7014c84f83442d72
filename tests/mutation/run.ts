import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { nodeBinary, projectRoot } from '../support/project-root.ts'
import { type AreaName, AREAS } from './areas.ts'
import { type Fault, faultsOf } from './faults.ts'
import { learnReach } from './reach.ts'
import { type Outcome, tryFaults } from './try-faults.ts'
import { readSurvivors, writeSurvivors } from './survivors.ts'

/**
 * `npm run mutation`: plants small faults and counts how many of them a fast test of their area
 * finds; see README.md. `--area schema` and its own options belong to `schema/run.ts`.
 */
const OPTIONS = {
  area: { type: 'string' },
  /** Number of faults to try, drawn from all chosen areas by `--seed`. */
  sample: { type: 'string' },
  seed: { type: 'string' },
  /**
   * Beginnings of paths, separated by commas; without `--sample`, every fault of these files is
   * tried.
   */
  file: { type: 'string' },
  kind: { type: 'string' },
  /** Beginnings of paths of test files, separated by commas; default: all tests of the area. */
  tests: { type: 'string' },
  /** Seconds that the tests of one fault may take. */
  budget: { type: 'string', default: '60' },
  /** Writes the surviving faults into the lists. */
  record: { type: 'boolean', default: false },
  /**
   * Test files to run first, to learn which code they run: `all`, those `changed` since, or `none`.
   */
  learn: { type: 'string', default: 'all' },
  verbose: { type: 'boolean', default: false },
} as const

const main = async (): Promise<boolean> => {
  const { values } = parseArgs({ options: OPTIONS })
  const seed =
    values.seed ??
    execFileSync('git', ['rev-parse', 'HEAD'], { cwd: projectRoot }).toString().trim()
  const names = (Object.keys(AREAS) as AreaName[]).filter(
    (name) => values.area === undefined || values.area.split(',').includes(name),
  )
  const all = names.flatMap((area) =>
    faultsIn(area)
      .filter(({ file }) => beginsSo(file, values.file))
      .filter(({ kind }) => values.kind === undefined || values.kind.split(',').includes(kind))
      .map((fault) => ({ ...fault, area })),
  )
  if (all.length === 0) throw new Error('No fault can be planted: check --area and --file')
  const chosen = values.sample === undefined ? all : draw(all, Number(values.sample), seed)
  console.log(`${chosen.length} of ${all.length} faults, seed ${seed}`)
  const isWhole = [values.sample, values.kind, values.tests].every((one) => one === undefined)
  const results: boolean[] = []
  for (const area of names) {
    const faults = chosen.filter((fault) => fault.area === area)
    if (faults.length === 0) continue
    const tests = testsOf(area).filter((file) => beginsSo(file, values.tests))
    const outcomes = await tryFaults({
      faults,
      reach: await learnReach(area, faultsIn(area), tests, values.learn),
      budgetMs: Number(values.budget) * 1000,
      isVerbose: values.verbose,
    })
    results.push(judge(area, outcomes, { isRecorded: values.record, isWhole }))
  }
  return results.every(Boolean)
}

/**
 * Whether the path begins with one of `paths`, which are separated by commas; true without `paths`.
 */
const beginsSo = (file: string, paths: string | undefined): boolean =>
  paths?.split(',').some((path) => file.startsWith(path)) ?? true
const faultsIn = (area: AreaName): Fault[] =>
  codeOf(area).flatMap((file) => faultsOf(file, readFileSync(join(projectRoot, file), 'utf8')))
const codeOf = (area: AreaName): string[] => matching(AREAS[area].code, AREAS[area].leftOut)
const testsOf = (area: AreaName): string[] => matching(AREAS[area].tests, AREAS[area].slow)
const matching = (patterns: readonly string[], leftOut: readonly string[]): string[] => {
  const out = new Set(leftOut.flatMap((one) => globSync(one, GLOB)))
  return patterns
    .flatMap((one) => globSync(one, GLOB))
    .filter((file) => !out.has(file))
    .toSorted()
}
const GLOB = {
  cwd: projectRoot,
  exclude: (path: string) => path === 'node_modules' || path === 'dist',
}

const draw = <F extends Fault>(all: readonly F[], size: number, seed: string): F[] => {
  const ticket = ({ id }: Fault): string =>
    createHash('sha256')
      .update(seed + id)
      .digest('hex')
  const drawn = new Set(
    all
      .map((fault) => ({ fault, at: ticket(fault) }))
      .toSorted((one, other) => (one.at < other.at ? -1 : 1))
      .slice(0, size)
      .map(({ fault }) => fault),
  )
  return all.filter((fault) => drawn.has(fault))
}

/** How far a sample may miss the goal by chance: two standard deviations. */
const slackOf = (tried: number, goal: number): number =>
  2 * Math.sqrt((goal * (100 - goal)) / tried)

const judge = (
  area: AreaName,
  outcomes: readonly Outcome[],
  { isRecorded, isWhole }: { isRecorded: boolean; isWhole: boolean },
): boolean => {
  const survivors = outcomes.filter(({ failed }) => failed === null)
  const found = outcomes.length - survivors.length
  const rate = (found / outcomes.length) * 100
  const known = readSurvivors(area)
  const fresh = survivors.filter(
    ({ fault }) => !known.survivors.has(fault.id) && known.whole.has(fault.file),
  )
  for (const outcome of survivors) console.log(describe(outcome))
  console.log(`${area}: found ${found} of ${outcomes.length} (${rate.toFixed(1)} %)`)
  if (isRecorded) writeSurvivors(area, outcomes, isWhole)
  else
    for (const { fault } of fresh)
      console.log(`not in survivors/${area}.txt, though its file was tried whole: ${fault.id}`)
  const goal = AREAS[area].goal - (isWhole ? 0 : slackOf(outcomes.length, AREAS[area].goal))
  if (rate < goal) console.log(`${area}: under its goal of ${goal.toFixed(1)} %`)
  return (isRecorded || fresh.length === 0) && rate >= goal
}

const short = (text: string): string => text.replaceAll(/\s+/g, ' ').slice(0, 90)
const describe = ({ fault, reachedBy }: Outcome): string =>
  `  ${fault.id} (line ${fault.line}, reached by ${reachedBy} test files): ${short(fault.former)} → ${
    fault.isStatement ? 'removed' : short(fault.replacement)
  }`

/** The arguments after `--area schema`; null = another area. */
const schemaArguments = (): string[] | null => {
  const [first, second, ...rest] = process.argv.slice(2)
  return first === '--area' && second === 'schema' ? rest : null
}

const ofSchema = schemaArguments()
if (ofSchema === null) process.exitCode = (await main()) ? 0 : 1
else {
  const program = join(projectRoot, 'tests/mutation/schema/run.ts')
  const { status } = spawnSync(nodeBinary, [program, ...ofSchema], { stdio: 'inherit' })
  process.exitCode = status ?? 1
}
