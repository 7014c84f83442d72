import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { canonicalContent } from '#schema/rules/answers/commitments.ts'
import { openDatabase } from '#server/database/open.ts'
import { type ApiClient, signInApi } from '../../support/api-client.ts'
import { createPostgresNode } from '../../support/postgres-node.ts'
import { type RunningServer, startServer } from '../../support/start-server.ts'
import { PASSWORD, type PatternBench, type PatternShape, seedPatterns } from './pattern-projects.ts'

const REQUIREMENTS = 500
const FIELDS = 200
const text = (field: number, requirement: number): string => `value ${field} of ${requirement}`
const letters = (length: number): string => 'ab'.repeat(length / 2)

/**
 * Submits of the largest size: with usual patterns, with the worst that an attacker may save, and
 * with patterns saved before the bounds.
 */
const SHAPES: readonly PatternShape[] = [
  { name: 'no-patterns', requirements: REQUIREMENTS, fields: FIELDS, patterns: () => [], text },
  {
    name: 'ordinary',
    requirements: REQUIREMENTS,
    fields: FIELDS,
    patterns: () => ['^[\\w ]{1,60}$'],
    text,
  },
  {
    name: 'hostile',
    requirements: REQUIREMENTS,
    fields: FIELDS,
    patterns: (field, requirement) => (field < 5 ? [`(a?b?){230}x${field}y${requirement}$`] : []),
    text: (field) => (field < 5 ? letters(1_000) : 'a'),
  },
  {
    name: 'many-classes',
    requirements: REQUIREMENTS,
    fields: FIELDS,
    patterns: (field, requirement) =>
      field < 9
        ? [
            `[\\p{L}\\p{N}\\p{S}\\p{P}\\p{M}\\p{Z}\\p{Lu}\\p{Ll}${String.fromCodePoint(0x4e00 + requirement * 9 + field)}]x$`,
          ]
        : [],
    text: (field) => (field < 9 ? 'čx' : 'a'),
  },
  {
    name: 'long-answers',
    requirements: REQUIREMENTS,
    fields: FIELDS,
    patterns: () => ['^[\\w ]+$'],
    text: (field) => `value ${field} `.repeat(50),
  },
  {
    name: 'before-bounds',
    requirements: REQUIREMENTS,
    fields: 20,
    patterns: () => Array.from({ length: 20 }, () => '(a?){490}$'),
    text: () => `${'a'.repeat(999)}!`,
  },
]
const OTHERS: PatternShape = {
  name: 'others',
  requirements: 3,
  fields: 3,
  patterns: () => [],
  text: () => 'x',
}

export interface PatternFigure {
  database: string
  submit: string
  submitted: number
  left: number
  tookMs: number
  processorMs: number
  longestBusyMs: number
  othersMs: number
  othersQuietMs: number
}

const submitPath = '/projects-service/commitments/submit'
const itemsOf = ({ answers }: PatternBench) =>
  answers.map(({ requirementId, values }) => ({
    requirementId,
    contentHash: createHash('sha256').update(canonicalContent(values)).digest('hex'),
  }))

/**
 * Another person who edits all the time; returns the longest time of an edit since the last call.
 */
const busyColleague = (api: ApiClient, requirementId: string) => {
  let isOver = false
  let longest = 0
  const work = async (): Promise<void> => {
    for (let n = 0; !isOver; n++) {
      const start = performance.now()
      const { status, text: answer } = await api.raw(
        'PUT',
        `/projects-service/requirements/${requirementId}/commitments/update`,
        { values: { f0: `${n} ${start}` } },
      )
      if (status !== 200) throw new Error(`an edit was answered ${status}: ${answer}`)
      longest = Math.max(longest, performance.now() - start)
      await delay(20)
    }
  }
  const working = work()
  return {
    longest: () => [longest, (longest = 0)][0] ?? 0,
    stop: async () => {
      isOver = true
      await working
    },
  }
}

const busyTimes = async (
  server: RunningServer,
): Promise<{ longestBusyMs: number; processorMs: number }> => {
  const told = server.log().length
  server.signal('SIGUSR2')
  for (;;) {
    const found = /busy ([\d.]+) of (\d+)\n/.exec(server.log().slice(told))
    if (found !== null) return { longestBusyMs: Number(found[1]), processorMs: Number(found[2]) }
    await delay(5)
  }
}

const measure = async (
  server: RunningServer,
  bench: PatternBench,
  others: PatternBench,
): Promise<Omit<PatternFigure, 'database' | 'submit'>> => {
  const api = await signInApi(server.url, bench.contact, PASSWORD)
  const colleague = busyColleague(
    await signInApi(server.url, others.contact, PASSWORD),
    others.answers[0]?.requirementId ?? '',
  )
  await delay(1_000)
  const othersQuietMs = colleague.longest()
  await busyTimes(server)
  const start = performance.now()
  const { status, text: answer } = await api.raw('POST', submitPath, {
    projectId: bench.projectId,
    vendorId: bench.vendorId,
    items: itemsOf(bench),
  })
  const tookMs = performance.now() - start
  const busy = await busyTimes(server)
  const othersMs = colleague.longest()
  await colleague.stop()
  const reply = JSON.parse(answer) as { submitted?: unknown[]; remaining?: unknown[] }
  if (status !== 200 && status !== 409)
    throw new Error(`the submit was answered ${status}: ${answer.slice(0, 300)}`)
  const submitted = reply.submitted?.length ?? 0
  return {
    submitted,
    left: bench.answers.length - submitted,
    tookMs,
    ...busy,
    othersMs,
    othersQuietMs,
  }
}

const figuresOn = async (
  database: string,
  place: { dataDir: string; databaseUrl?: string },
): Promise<PatternFigure[]> => {
  const opened = await openDatabase({ databaseUrl: undefined, ...place })
  const others = await seedPatterns(opened, OTHERS)
  const benches: { name: string; bench: PatternBench }[] = []
  for (const shape of SHAPES)
    benches.push({ name: shape.name, bench: await seedPatterns(opened, shape) })
  await opened.close()
  const server = await startServer({
    ...place,
    demo: false,
    entry: 'tests/bench/patterns/probed-server.ts',
  })
  try {
    // The first submit starts the thread that checks answers and warms both up.
    const [warmUp] = benches
    if (warmUp !== undefined)
      await measure(server, { ...warmUp.bench, answers: warmUp.bench.answers.slice(0, 40) }, others)
    const figures: PatternFigure[] = []
    for (const { name, bench } of benches)
      figures.push({ database, submit: name, ...(await measure(server, bench, others)) })
    return figures
  } finally {
    await server.stop()
  }
}

const printPatterns = (figures: readonly PatternFigure[]): void => {
  process.stdout.write(
    `Submits of ${REQUIREMENTS} requirements: how long each takes, how long the server's processor time is, how long its main thread is busy at a stretch (its own processor time), and the longest edit of another person, beside the longest before it\n`,
  )
  console.table(
    figures.map(({ tookMs, processorMs, longestBusyMs, othersMs, othersQuietMs, ...rest }) => ({
      ...rest,
      'took ms (aim 2000)': Math.round(tookMs),
      'processor ms': processorMs,
      'busy ms (aim 50)': Math.round(longestBusyMs),
      'others ms': Math.round(othersMs),
      'quiet ms': Math.round(othersQuietMs),
    })),
  )
}

/** `--only patterns`: cost of the worst submits, and the delay of others, on both databases. */
export const patternFigures = async (): Promise<PatternFigure[]> => {
  const dir = await mkdtemp(join(tmpdir(), 'tenderbook-patterns-'))
  const postgres = await createPostgresNode()
  try {
    const figures = await figuresOn('SQLite', { dataDir: join(dir, 'data') })
    await postgres.start()
    figures.push(
      ...(await figuresOn('PostgreSQL', { dataDir: join(dir, 'pg'), databaseUrl: postgres.url() })),
    )
    printPatterns(figures)
    return figures
  } finally {
    await postgres.remove()
    await rm(dir, { recursive: true, force: true })
  }
}
