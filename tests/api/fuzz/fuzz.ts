import { SYNC_PROTOCOL } from '#schema/api/sync.ts'
import type { Endpoint } from '#schema/api/endpoint.ts'
import { API } from '#schema/api/index.ts'
import { PROJECT_STATES } from '#schema/entities/project.ts'
import { COMMAND_INPUTS, COMMANDS } from '#schema/mutations/inputs.ts'
import { createRandom, type Random } from '../../sync/simulator/random.ts'
import { buildDefinition } from '../../support/project-rows.ts'
import { EVERYBODY, type Name, SHUT_OUT, type ShutOut } from '../authorization/cast.ts'
import type { MatrixWorld } from '../authorization/matrix-world.ts'
import { commentIds } from '../authorization/seed-comments.ts'
import { ANSWER_HASH } from '../authorization/seed-projects.ts'
import { buildForm, type Form, hashOf, PLAN } from '../send-file.ts'
import { sentOf } from '../authorization/sent.ts'
import { takeReplyFaults } from '../../support/strict-replies.ts'
import { goodRequests, ROW_OF, type Send } from './good-requests.ts'
import { fromSchema, type Words } from './from-schema.ts'
import { hostileText, hostileValue, spoil } from './hostile.ts'
import { brokenInvariants } from './invariants.ts'

/**
 * Requests between two checks of the whole database. Each block starts from the seeded world, so
 * its seed alone repeats it.
 */
export const BLOCK = 250

const ROWS = Object.entries(API).flatMap(([slice, rows]) =>
  Object.entries<Endpoint>(rows).map(([name, row]) => ({ name: `${slice}.${name}`, row })),
)
/** Most calls work in the states at the end, which therefore appear more often. */
const STATES = [
  ...PROJECT_STATES,
  ...Array.from({ length: 6 }, () => ['PREPARATION', 'PUBLISHED', 'EVALUATION'] as const).flat(),
]
/** Callers with many rights appear more often. */
const CALLERS: readonly (Name | ShutOut)[] = [
  ...EVERYBODY,
  ...SHUT_OUT,
  ...Array.from(
    { length: 8 },
    () =>
      [
        'owner',
        'owner',
        'org-owner',
        'author',
        'approver',
        'alpha-primary',
        'beta-contact',
        'sys-admin',
      ] as const,
  ).flat(),
]

const wordsOf = ({ ids: { users, companies }, clock }: MatrixWorld, serverId: string): Words => ({
  texts: [
    'project',
    'vproject',
    'p1',
    'p2',
    'd1',
    'd2',
    's1',
    's2',
    'r1',
    'r2',
    'r3',
    'rel0',
    'rel1',
    'vp1',
    'vd1',
    'vs1',
    'vr1',
    'new-1',
    'new-2',
    'project-package1',
    `file.${companies.alpha}`,
    'met',
    'note',
    'met.release',
    '',
    'Name',
    'Another name',
    'FUN',
    'ABC',
    'FUN-0001',
    'SEC-0001',
    '2030-06-01',
    '2026-01-01',
    'UTC',
    'Europe/Bratislava',
    'owner',
    'alpha-primary@alpha.example',
    'new@city.example',
    'plan.pdf',
    'application/pdf',
    'https://city.example/',
    'role-project-req-author',
    'role-org-admin',
    'role-vendor-contact',
    serverId,
    hashOf(PLAN),
    ANSWER_HASH,
    'YWJj',
    buildDefinition(),
    ...Object.values(companies).map(String),
    ...Object.values(users).slice(0, 8).map(String),
    '0',
    '10',
  ],
  numbers: [
    0,
    1,
    2,
    5,
    10,
    50,
    100,
    -2,
    0.5,
    clock.now,
    ...Object.values(companies),
    ...Object.values(users).slice(0, 8),
  ],
  byField: {
    projectId: ['project', 'vproject'],
    packageId: ['p1', 'p2', 'vp1'],
    documentId: ['d1', 'd2', 'vd1'],
    docId: ['d1', 'd2'],
    sectionId: ['s1', 's2', 'vs1'],
    requirementId: ['r1', 'r2', 'r3', 'vr1'],
    commentId: ['project-d', ...questionsOf(companies)],
    replyId: [companies.alpha, companies.beta].flatMap((vendor) => [
      `project-draft${vendor}`,
      `project-official${vendor}`,
    ]),
    ids: ['r1', 'r2', 'r3'],
    reqIds: ['r1', 'r2'],
    fullId: ['FUN-0001', 'SEC-0001'],
    vendorId: [companies.alpha, companies.beta],
    vendorIds: [companies.gamma],
    definition: [buildDefinition()],
    parameterId: ['met'],
    userId: [users.colleague, users.author, users['alpha-contact']],
    userIds: [users.author, users.reviewer],
    schemaVersion: [SYNC_PROTOCOL],
    organizationId: [companies.city, companies.village],
  },
})
const questionsOf = ({ alpha, beta }: MatrixWorld['ids']['companies']): string[] =>
  [alpha, beta].map((vendor) => commentIds({ project: 'project', vendor }).question)
/** The meaning of `id` in the calls of a path. */
const IDS: readonly [RegExp, (ids: MatrixWorld['ids']) => readonly (string | number)[]][] = [
  [/\/projects\//, () => ['project', 'project', 'project', 'vproject']],
  [/\/packages\//, () => ['p1', 'p2', 'new-1', 'vp1']],
  [/\/documents\//, () => ['d1', 'd2', 'new-1', 'vd1']],
  [/\/sections\//, () => ['s1', 's2', 'new-1', 'vs1']],
  [/\/requirements\//, () => ['r1', 'r2', 'r3', 'new-1', 'vr1']],
  [
    /\/attachments\//,
    ({ companies }) => ['project-package1', `file.${companies.alpha}`, `file.${companies.beta}`],
  ],
  [/\/comments\//, ({ companies }) => ['project-d', ...questionsOf(companies), 'vproject-d']],
  [/\/publications\//, () => ['project-qa', 'vproject-qa']],
  [/\/organizations\//, ({ companies }) => Object.values(companies)],
  [/\/users-service\//, ({ users }) => Object.values(users)],
]
const idsOf = (row: Endpoint, ids: MatrixWorld['ids']): readonly (string | number)[] =>
  IDS.find(([path]) => path.test(row.path))?.[1](ids) ?? ['new-1']

/** An edit with arguments from its command's own schema: the schema of a push leaves them open. */
const pushOf = (random: Random, words: Words, serverId: string, clientId: string): object => ({
  serverId,
  clientId,
  schemaVersion: SYNC_PROTOCOL,
  mutations: Array.from({ length: 1 + random.below(3) }, (_, index) => {
    const command = random.pick(COMMANDS)
    return {
      mid: index + 1,
      command,
      args: fromSchema(COMMAND_INPUTS[command], random, words),
      base: {},
      clientAt: random.pick(words.numbers),
    }
  }),
})

interface Sent {
  method: Endpoint['method']
  url: string
  headers: Record<string, string>
  payload?: string | Buffer
}
interface Source {
  random: Random
  words: Words
  serverId: string
  device: string
  token: string | null
}

const requestOf = (
  name: string,
  row: Endpoint,
  { random, words, serverId, device, token }: Source,
): Sent => {
  const isSpoilt = random.chance(0.55)
  const place = isSpoilt ? random.pick(['path', 'query', 'body', 'body', 'body']) : ''
  const params =
    row.params === undefined
      ? {}
      : (fromSchema(row.params, random, words) as Record<string, unknown>)
  const hostile = (): string => String(JSON.stringify(hostileValue(random))).slice(0, 2_000)
  const path = row.path.replace(/\{(\w+)\}/g, (_whole, key: string) =>
    encodeURIComponent(place === 'path' && random.chance(0.7) ? hostile() : String(params[key])),
  )
  const given =
    row.query === undefined ? {} : (fromSchema(row.query, random, words) as Record<string, string>)
  const query = new URLSearchParams(
    place === 'query'
      ? { ...given, [random.pick(['__proto__', 'x', ...Object.keys(given)])]: hostile() }
      : given,
  ).toString()
  const body =
    name === 'sync.push'
      ? pushOf(random, words, serverId, device)
      : row.body === undefined
        ? undefined
        : fromSchema(row.body, random, words)
  const sentBytes = bytesOf(row, isSpoilt, { random, words })
  const payload =
    sentBytes?.payload ??
    payloadOf(place === 'body' && body !== undefined ? spoil(body, random) : body, isSpoilt, random)
  const type = sentBytes?.contentType ?? (random.chance(0.01) ? 'text/plain' : 'application/json')
  const headers = {
    ...(token === null ? {} : { 'x-auth-token': token }),
    ...(payload === undefined ? {} : { 'content-type': type }),
  }
  return {
    method: row.method,
    url: `/api${path}${query === '' ? '' : `?${query}`}`,
    headers,
    ...(payload === undefined ? {} : { payload }),
  }
}
/** Spoils a form by cutting it or changing one byte. */
const bytesOf = (
  row: Endpoint,
  isSpoilt: boolean,
  { random, words }: Pick<Source, 'random' | 'words'>,
): Form | null => {
  if (row.takes === undefined) return null
  if (row.takes === 'bytes')
    return {
      payload: PLAN.subarray(0, random.below(PLAN.length)),
      contentType: 'application/octet-stream',
    }
  const request =
    isSpoilt || row.form === undefined
      ? hostileValue(random)
      : fromSchema(row.form.request, random, words)
  const { payload, contentType } = buildForm(
    row.form?.required.includes('file') === false && random.chance(0.5) ? null : PLAN,
    request,
  )
  if (!isSpoilt) return { payload, contentType }
  const changed = Buffer.from(payload)
  changed[random.below(payload.length)] = random.below(256)
  return {
    payload: random.chance(0.3) ? changed.subarray(0, random.below(payload.length)) : changed,
    contentType: random.chance(0.1) ? 'multipart/form-data' : contentType,
  }
}
const payloadOf = (body: unknown, isSpoilt: boolean, random: Random): string | undefined =>
  isSpoilt && random.chance(0.04)
    ? hostileText(random)
    : body === undefined
      ? undefined
      : JSON.stringify(body)

/** Text that discloses the server's sources or libraries. */
const INSIDES =
  /\n\s+at |node_modules|\.[jt]s:\d+|SQLITE_|sqlite3?|kysely|postgres|TypeError|RangeError/i
const faultOf = (status: number, text: string, headers: Record<string, unknown>): string | null => {
  if (status >= 500) return `answered ${status}`
  if (status >= 400 && INSIDES.test(text)) return 'told of its insides'
  if (status >= 400 && !/"messageCodes":\["[\w.]+"\]/.test(text)) return 'refused without a code'
  return headers['x-powered-by'] === undefined && headers['x-content-type-options'] === 'nosniff'
    ? null
    : 'answered without its security headers'
}

export interface FuzzReport {
  requests: number
  byStatus: Map<number, number>
  answered: Set<string>
  failures: string[]
}

/** Blocks in which each call succeeds once; the shortest run has as many (2,000 requests). */
const BLOCKS_OF_GOOD = 8
/** Requests that succeed, sent at the start of each block; the next block sends others. */
const GOOD = Math.ceil(ROWS.length / BLOCKS_OF_GOOD)
const HOUR_MS = 3_600_000
const sendGood = async (
  world: MatrixWorld,
  seed: number,
  fail: (what: string) => void,
): Promise<{ requests: number; answered: Set<string> }> => {
  const all = goodRequests(world.ids)
  const answered = new Set<string>()
  let requests = 0
  for (let index = 0; index < GOOD; index++) {
    const good = all[(seed * GOOD + index) % all.length]
    if (good === undefined) break
    world.clock.now += HOUR_MS
    await world.enter(good.state ?? 'PREPARATION', good.isSealed)
    const send: Send = async (call, as, input = {}) => {
      requests += 1
      const sender = { name: as, token: world.tokens[as], hashes: world.hashes }
      const answer = await world.app.inject(sentOf(ROW_OF[call], input, sender))
      const fault = faultOf(answer.statusCode, answer.body, answer.headers)
      if (fault !== null) fail(`${call} by ${as} ${fault}: ${answer.body.slice(0, 300)}`)
      if (answer.statusCode >= 400)
        throw new Error(`${call} by ${as} got ${answer.statusCode}: ${answer.body.slice(0, 200)}`)
      answered.add(call)
      return String(answer.headers['content-type']).startsWith('application/json')
        ? answer.json()
        : {}
    }
    await good
      .cook({ world, send })
      .catch((error: unknown) => fail(`${good.call} did not succeed: ${String(error)}`))
  }
  return { requests, answered }
}

/** Runs one block; the same seed gives the same requests. */
const runBlock = async (
  world: MatrixWorld,
  seed: number,
  requests: number,
  report: FuzzReport,
): Promise<void> => {
  const random = createRandom(seed)
  const { value: serverId } = await world.database.queries
    .selectFrom('server_meta')
    .select('value')
    .where('key', '=', 'serverId')
    .executeTakeFirstOrThrow()
  const words = wordsOf(world, serverId)
  const fail = (what: string): void =>
    void report.failures.push(`${what}; again with: npm run fuzz -- --seed ${seed}`)
  const good = await sendGood(world, seed, fail)
  for (const call of good.answered) report.answered.add(call)
  report.requests += good.requests
  await world.enter(random.pick(STATES))
  for (let index = good.requests; index < requests; index++) {
    const { name, row } = random.pick(ROWS)
    const meant = { ...words, byField: { ...words.byField, id: idsOf(row, world.ids) } }
    const caller = random.pick(CALLERS)
    const sent = requestOf(name, row, {
      random,
      words: meant,
      serverId,
      device: `device-${seed}-${index}`,
      token: world.tokens[caller],
    })
    const { statusCode, body, headers } = await world.app.inject(sent)
    report.requests += 1
    report.byStatus.set(statusCode, (report.byStatus.get(statusCode) ?? 0) + 1)
    if (statusCode < 400) report.answered.add(name)
    const fault = faultOf(statusCode, body, headers)
    if (fault !== null)
      fail(
        `${name} by ${caller} ${fault}: ${sent.method} ${sent.url.slice(0, 300)} ${String(sent.payload ?? '').slice(0, 800)} → ${body.slice(0, 300)}`,
      )
    if (Object.keys(Object.prototype).length > 0 || Reflect.get({}, 'polluted') !== undefined)
      fail(`${name} changed Object.prototype`)
  }
  for (const broken of await brokenInvariants(world.database)) fail(broken)
  for (const fault of takeReplyFaults()) fail(fault)
}

export const fuzz = async (
  world: MatrixWorld,
  { seed, requests }: { seed: number; requests: number },
  onBlock: (report: FuzzReport) => void = () => undefined,
): Promise<FuzzReport> => {
  takeReplyFaults()
  const report: FuzzReport = { requests: 0, byStatus: new Map(), answered: new Set(), failures: [] }
  for (let block = 0; block * BLOCK < requests; block++) {
    world.clock.now += 3_600_000
    await runBlock(world, seed + block, Math.min(BLOCK, requests - block * BLOCK), report)
    onBlock(report)
  }
  return report
}
/**
 * Calls that accepted no request: either no caller had the right, or the generated words do not
 * fit.
 */
export const neverAnswered = ({ answered }: FuzzReport): string[] =>
  ROWS.map(({ name }) => name).filter((name) => !answered.has(name))
