import { spawnSync } from 'node:child_process'
import {
  cpSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { installIn } from '../../support/own-install.ts'
import { nodeBinary, projectRoot } from '../../support/project-root.ts'
import { type Area, AREAS } from './areas.ts'

/**
 * `npm run mutation -- --area schema`: plants faults into a copy of the rules and counts how many of them a test of
 * the schema finds. `--only access,merge` tries some areas, `--every 4` the faults in every fourth
 * line only; `--goal 90`, per cent, must be reached in each area. The tool has an install of its
 * own in this folder.
 */
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    goal: { type: 'string', default: '90' },
    every: { type: 'string', default: '1' },
    workers: { type: 'string', default: '2' },
  },
})
const GOAL = Number(values.goal)
const EVERY = Number(values.every)
const FOLDER = join(projectRoot, 'tests/mutation/schema')
const COPIED = [
  'schema',
  'tests/support',
  'tests/mutation/schema/seed.ts',
  'tests/mutation/schema/vitest.config.ts',
  'package.json',
  'tsconfig.base.json',
]
const REPORT = 'report.json'

interface Mutant {
  status: string
  mutatorName: string
  replacement?: string
  location: { start: { line: number; column: number }; end: { line: number; column: number } }
}
interface Report {
  files: Record<string, { source: string; mutants: Mutant[] }>
}

const copyProject = (): string => {
  const copy = mkdtempSync(join(tmpdir(), 'tenderbook-mutation-'))
  for (const path of COPIED)
    cpSync(join(projectRoot, path), join(copy, path), {
      recursive: true,
      filter: (from) => !from.endsWith('.tsbuildinfo'),
    })
  writeFileSync(join(copy, 'tsconfig.json'), '{ "files": [] }')
  symlinkSync(join(projectRoot, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

const filesOf = (copy: string, patterns: readonly string[]): string[] =>
  patterns.flatMap((pattern) => {
    const found = globSync(`schema/${pattern}`, { cwd: copy })
    if (found.length === 0) throw new Error(`No file of the schema is called ${pattern}`)
    return found
  })
const isRule = (file: string): boolean => !file.endsWith('.test.ts')
/** The parts of a file to plant faults into, in the tool's format: `file` or `file:line-line`. */
const rangesOf = (copy: string, file: string): string[] => {
  const lines = readFileSync(join(copy, file), 'utf8').split('\n').length
  return EVERY === 1
    ? [file]
    : Array.from(
        { length: Math.floor(lines / EVERY) },
        (_, i) => `${file}:${(i + 1) * EVERY}-${(i + 1) * EVERY}`,
      )
}

const tryFaults = (copy: string, area: Area): Report => {
  const tool = installIn(FOLDER, 'StrykerJS')
  writeFileSync(
    join(copy, 'stryker.json'),
    JSON.stringify({
      testRunner: 'vitest',
      plugins: [tool.resolve('@stryker-mutator/vitest-runner')],
      vitest: { configFile: 'tests/mutation/schema/vitest.config.ts' },
      coverageAnalysis: 'perTest',
      concurrency: Number(values.workers),
      inPlace: true,
      mutate: filesOf(copy, AREAS[area].rules)
        .filter(isRule)
        .flatMap((file) => rangesOf(copy, file)),
      reporters: ['json', 'progress-append-only'],
      jsonReporter: { fileName: REPORT },
      // Long, so that a slow run on a busy machine does not count as a found fault.
      timeoutMS: 60_000,
      warnings: { slow: false },
      // Its rewriting of configurations asks TypeScript for functions that version 7 no longer has.
      tsconfigFile: 'no-such-tsconfig.json',
    }),
  )
  const main = tool.resolve('@stryker-mutator/core').replace(/dist\/.*$/, 'bin/stryker.js')
  const env = {
    ...process.env,
    MUTATION_TESTS: filesOf(copy, AREAS[area].tests).join(' '),
    TENDERBOOK_SHARED: process.env.TENDERBOOK_SHARED ?? resolve(projectRoot, '../shared'),
  }
  const { status } = spawnSync(nodeBinary, [main, 'run', 'stryker.json'], {
    cwd: copy,
    stdio: 'inherit',
    env,
  })
  if (status !== 0)
    throw new Error('The mutation run itself failed: do the tests of the schema pass?')
  return JSON.parse(readFileSync(join(copy, REPORT), 'utf8')) as Report
}

const isTried = ({ status }: Mutant): boolean =>
  !['Ignored', 'CompileError', 'RuntimeError', 'Pending'].includes(status)
const isKilled = ({ status }: Mutant): boolean => status === 'Killed' || status === 'Timeout'

const describeSurvivor = (
  file: string,
  source: string,
  { mutatorName, replacement = '', location: { start, end } }: Mutant,
): string => {
  const line = source.split('\n')[start.line - 1] ?? ''
  const former =
    start.line === end.line
      ? line.slice(start.column - 1, end.column - 1)
      : `${line.slice(start.column - 1)} …`
  const short = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 100)
  return `  ${basename(file)}:${start.line}:${start.column} ${mutatorName}: ${short(former)} → ${short(replacement)}`
}

const main = (): boolean => {
  const areas = (Object.keys(AREAS) as Area[]).filter(
    (area) => values.only === undefined || values.only.split(',').includes(area),
  )
  const copy = copyProject()
  try {
    const sums = areas.map((area) => {
      const { files } = tryFaults(copy, area)
      const tried = Object.entries(files).flatMap(([file, { source, mutants }]) =>
        mutants.filter(isTried).map((mutant) => ({ file, source, mutant })),
      )
      const survivors = tried.filter(({ mutant }) => !isKilled(mutant))
      const killed = tried.length - survivors.length
      console.log(
        `${area}: killed ${killed} of ${tried.length} (${((killed / tried.length) * 100).toFixed(1)} %)`,
      )
      for (const { file, source, mutant } of survivors)
        console.log(describeSurvivor(file, source, mutant))
      return { tried: tried.length, killed }
    })
    const total = (key: 'tried' | 'killed'): number =>
      sums.reduce((sum, area) => sum + area[key], 0)
    console.log(
      `killed ${total('killed')} of ${total('tried')} (${((total('killed') / total('tried')) * 100).toFixed(1)} %)`,
    )
    return sums.every(({ tried, killed }) => tried > 0 && (killed / tried) * 100 >= GOAL)
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

process.exitCode = main() ? 0 : 1
