import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { MESSAGES } from '#schema/tables/messages.ts'
import { Draining } from '#server/draining.ts'
import { FolderStore } from '#server/files/folder-store.ts'
import { createHealthServer } from '#server/health.ts'
import { JOB_NAMES } from '#server/jobs/periodic-jobs.ts'
import { createLog } from '#server/log.ts'
import { createMetrics } from '#server/metrics/metrics.ts'
import { listenLive } from '../support/live-client.ts'
import { operatorCommand } from '../support/operator-command.ts'
import { projectRoot } from '../support/project-root.ts'
import { type Sample, samplesOf, valueOf } from '../support/scrape.ts'
import { PLAN, sendPiece } from './send-file.ts'
import { SyncDevice } from './sync-client.ts'
import { buildWorld, PROJECT as projectId, type World } from './world.ts'

let world: World
let operations: ReturnType<typeof createHealthServer>
let log: string[]
beforeAll(async () => {
  world = await buildWorld({
    project: { state: 'PUBLISHED', publishedOn: 0 },
    isMailing: false,
  })
  log = []
  operations = operationsOf({ database: world.database })
})
afterAll(async () => {
  await operations.close()
  await world.close()
})

/** The operations port of the server in `world`. */
const operationsOf = ({ database }: Pick<World, 'database'>) => {
  const ports = { database, log: createLog((line) => void log.push(line)) }
  const metrics = createMetrics({
    ...ports,
    openSockets: () => world.app.websocketServer.clients.size,
    clock: () => world.clock.now,
  })
  const blobs = new FolderStore(world.filesDir)
  return createHealthServer({ ...ports, blobs, draining: new Draining() }, metrics)
}

const scrape = async (): Promise<string> => {
  const answer = await operations.inject('/metrics')
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ])
  return answer.body
}
const read = async (): Promise<Sample[]> => samplesOf(await scrape())
/** How much a counter has grown. */
const growth = async (
  [name, labels]: [string, Record<string, string>?],
  work: () => Promise<unknown>,
): Promise<number> => {
  const before = valueOf(await read(), name, labels) ?? 0
  await work()
  return (valueOf(await read(), name, labels) ?? 0) - before
}

const LABELS: Readonly<Record<string, RegExp>> = {
  method: /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|any)$/,
  route: /^(?:none|\*|(?:\/(?::?[a-z][\w.-]*|\*)?)+)$/i,
  status: /^\d{3}$/,
  verdict: /^(?:applied|conflict|refused)$/,
  job: new RegExp(`^(?:export|event|push|${JOB_NAMES.join('|')})$`),
  state: /^(?:waiting|running|failed|busy|idle)$/,
  step: /^(?:written|verified)$/,
  le: /^(?:[\d.]+|\+Inf)$/,
}

test('[MT1] pushed edits are counted by verdict and code, when they are committed and once', async () => {
  const device = new SyncDevice(await world.as('author'))
  const edits = [
    device.edit('requirements.update', { projectId, updates: [] } as never),
    device.edit('unknown.command' as 'packages.create', { projectId } as never),
  ]
  const answer = { verdict: 'refused', code: 'UPDATE_NEEDED' }
  const refused: [string, Record<string, string>] = ['tenderbook_edits_total', answer]
  const vendor = new SyncDevice(await world.as('alpha-contact'))
  const note = vendor.edit('commitments.update', {
    projectId,
    vendorId: world.companies.alpha,
    requirementId: 'r1',
    values: { note: 'We do' },
  } as never)
  expect(await growth(refused, () => device.push(...edits))).toBe(1)
  expect(await growth(refused, () => device.push(...edits))).toBe(0)
  await vendor.push(note)
  await vendor.pull(projectId)
  expect(vendor.results.map(({ status, reason }) => reason ?? status)).toEqual(['applied'])
  expect(
    valueOf(await read(), 'tenderbook_edits_total', { verdict: 'applied', code: 'none' }),
  ).toBe(1)
})

test('[MT1] requests are timed by the template of their route, unknown addresses as one', async () => {
  const owner = await world.as('owner')
  const route = '/api/projects-service/projects/:id'
  const name = 'tenderbook_http_request_duration_seconds_count'
  expect(
    await growth([name, { method: 'GET', route, status: '200' }], () =>
      owner.raw('GET', `/projects-service/projects/${projectId}`),
    ),
  ).toBe(1)
  expect(
    await growth([name, { method: 'any', route: 'none' }], async () => {
      await world.app.inject(`/api/no-such-call/${projectId}`)
    }),
  ).toBe(1)
})

test('[MT1] waits, sockets and the time until others see a change are measured', async () => {
  const wait = world.database.dialect === 'sqlite' ? 'writer' : 'lock'
  const colleague = await world.as('colleague')
  const socket = await listenLive(colleague.url, colleague.token)
  const vendor = await world.as('alpha-contact')
  const vendorSocket = await listenLive(vendor.url, vendor.token)
  expect(valueOf(await read(), 'tenderbook_open_sockets')).toBe(2)
  const device = new SyncDevice(vendor)
  const edit = device.edit('commitments.update', {
    projectId,
    vendorId: world.companies.alpha,
    requirementId: 'r3',
    values: { note: 'We do it' },
  } as never)
  const lagged = await growth(['tenderbook_fanout_lag_seconds_count'], async () => {
    expect(
      await growth([`tenderbook_database_${wait}_wait_seconds_count`], () => device.push(edit)),
    ).toBeGreaterThan(0)
    await expect.poll(() => vendorSocket.messages.length).toBeGreaterThan(0)
    // The measure follows the last message.
    await delay(50)
  })
  expect(lagged).toBeGreaterThan(0)
  await Promise.all([socket.close(), vendorSocket.close()])
  await expect.poll(async () => valueOf(await read(), 'tenderbook_open_sockets')).toBe(0)
})

test('[MT1] the pool of PostgreSQL shows its connections and who waits for one', async () => {
  const samples = await read()
  const of = (state: string) => valueOf(samples, 'tenderbook_database_connections', { state })
  const most = valueOf(samples, 'tenderbook_database_connections_limit')
  if (world.database.dialect === 'sqlite') {
    expect([of('busy'), of('idle'), of('waiting'), most]).toEqual([0, 0, 0, 0])
    return
  }
  expect(most).toBe(10)
  let open = (): void => undefined
  const gate = new Promise<void>((resolve) => (open = resolve))
  const held = Array.from({ length: 11 }, () => world.database.read(async () => await gate))
  await delay(200)
  // The reading itself waits for a connection too, and then gives up.
  const busy = await read()
  const state = (name: string) =>
    valueOf(busy, 'tenderbook_database_connections', { state: name }) ?? 0
  expect(state('busy')).toBe(10)
  expect(state('waiting')).toBeGreaterThanOrEqual(1)
  expect(valueOf(busy, 'tenderbook_database_up')).toBe(0)
  open()
  await Promise.all(held)
  await expect.poll(async () => valueOf(await read(), 'tenderbook_database_up')).toBe(1)
})

test('[MT1] jobs and mails are counted by state, with the age of the oldest', async () => {
  const { queries } = world.database
  const now = world.clock.now
  const mail = {
    to_address: 'person@alpha.example',
    subject: 'Subject of a mail',
    body: '{}',
    tries: 0,
    next_try_on: now + 1_000_000,
    notices: null,
  }
  const before = await read()
  const waiting = valueOf(before, 'tenderbook_mails', { state: 'waiting' }) ?? 0
  const rows = [
    { ...mail, id: 'mail-1', created_on: now - 90_000, sent_on: null, failed_on: null },
    { ...mail, id: 'mail-2', created_on: now - 10_000, sent_on: null, failed_on: null },
    { ...mail, id: 'mail-3', created_on: 0, sent_on: null, failed_on: now },
    { ...mail, id: 'mail-4', created_on: 0, sent_on: now, failed_on: null },
  ]
  await queries.insertInto('mails').values(rows).execute()
  const row = {
    project_id: projectId,
    user_id: world.users.owner,
    organization_id: world.companies.city,
    request: '{}',
    failure: null,
    attempt: 1,
    lease_until: now + 1_000_000,
    done: 0,
    total: 1,
    is_told: 0,
    rights: null,
    file_name: null,
    bytes: null,
    expires_on: now + 1_000_000,
  }
  await queries
    .insertInto('exports')
    .values([
      { ...row, id: 'export-1', state: 'running', created_on: now - 60_000 },
      { ...row, id: 'export-2', state: 'failed', created_on: now - 5_000 },
      { ...row, id: 'export-3', state: 'failed', created_on: now - 7_000 },
    ])
    .execute()
  const samples = await read()
  const of = (name: string, labels: Record<string, string> = {}) =>
    valueOf(samples, `tenderbook_${name}`, labels)
  expect([
    of('mails', { state: 'waiting' }),
    of('mails', { state: 'failed' }),
    of('mail_age_seconds'),
    of('jobs', { job: 'export', state: 'running' }),
    of('job_age_seconds', { job: 'export', state: 'running' }),
    of('jobs', { job: 'export', state: 'failed' }),
    of('job_age_seconds', { job: 'export', state: 'failed' }),
    of('jobs', { job: 'export', state: 'waiting' }),
  ]).toEqual([waiting + 2, 1, 90, 1, 60, 2, 7, 0])
  for (const table of ['exports', 'mails'] as const)
    await queries.deleteFrom(table as 'mails').execute()
})

test('[MT1] periodic jobs are told by the time since they succeeded, and whether they fail', async () => {
  const now = world.clock.now
  const set = (name: string, change: { finished_on?: number; failed_on?: number }) =>
    world.database.write(
      async (tx) =>
        void (await tx.updateTable('periodic_jobs').set(change).where('name', '=', name).execute()),
    )
  await set('compactLog', { finished_on: now - 60_000, failed_on: now - 90_000 })
  await set('collectFiles', { finished_on: now - 90_000, failed_on: now - 60_000 })
  const samples = await read()
  const of = (job: string) =>
    ['age_seconds', 'failing'].map((name) =>
      valueOf(samples, `tenderbook_periodic_job_${name}`, { job }),
    )
  expect([of('compactLog'), of('collectFiles'), of('forgetOldMails')]).toEqual([
    [60, 0],
    [90, 1],
    [null, 0],
  ])
})

test('[MT2] the ages of the newest backup and of the newest verified one are told', async () => {
  const place = { dataDir: join(world.filesDir, '..'), databaseUrl: world.databaseUrl }
  const ages = async () => {
    const samples = await read()
    return ['written', 'verified'].map((step) =>
      valueOf(samples, 'tenderbook_backup_age_seconds', { step }),
    )
  }
  expect(await ages()).toEqual([null, null])
  const to = join(place.dataDir, 'backup.tar')
  expect((await operatorCommand('backup', place, ['--to', to])).code).toBe(0)
  const [written, none] = await ages()
  // The clock of the test is a minute ahead, and may have been moved on.
  expect([written, none]).toEqual([expect.any(Number), null])
  const elsewhere = await operatorCommand('verify', { dataDir: join(place.dataDir, 'none') }, [to])
  expect([elsewhere.code, elsewhere.err]).toEqual([0, expect.stringContaining('not recorded: ')])
  expect((await ages())[1]).toBe(null)
  const verified = await operatorCommand('verify', place, [to])
  expect([verified.code, verified.err]).toEqual([0, expect.stringContaining('recorded for the')])
  const [after, age] = await ages()
  expect(age).toBe(after)
})

test('[MT2] without its database a server still gives the rest of its metrics', async () => {
  const queries = Object.create(world.database.queries, {
    selectFrom: {
      value: () => {
        throw new Error('no connection')
      },
    },
  }) as World['database']['queries']
  const broken = operationsOf({ database: { ...world.database, queries } })
  const samples = samplesOf((await broken.inject('/metrics')).body)
  await broken.close()
  expect(valueOf(samples, 'tenderbook_database_up')).toBe(0)
  expect(valueOf(samples, 'process_resident_memory_bytes')).toBeGreaterThan(0)
  for (const name of ['tenderbook_jobs', 'tenderbook_mails', 'tenderbook_mail_age_seconds'])
    expect(valueOf(samples, name), name).toBe(null)
  expect(log.join('')).toContain('metrics.failed')
})

test('[MT3] labels hold words of the code only: no name, address or id of a person or project', async () => {
  const owner = await world.as('owner')
  await sendPiece(await world.as('alpha-contact'), PLAN)
  for (const path of [
    `/projects-service/projects/${projectId}`,
    `/users-service/users/${world.users.author}`,
    '/projects-service/requirements/r1',
    `/owner@city.example/${projectId}`,
  ])
    await owner.raw('GET', path)
  await world.app.inject({ method: 'REPORT' as 'GET', url: `/${projectId}` })
  const device = new SyncDevice(owner)
  const name = 'owner@city.example'
  await device.push(device.edit(name as 'packages.create', { projectId } as never))
  const text = await scrape()
  const samples = samplesOf(text)
  const wrong = samples
    .filter((sample) => sample.name.startsWith('tenderbook_'))
    .flatMap(({ labels }) => Object.entries(labels))
    .filter(([key, value]) =>
      key === 'code' ? value !== 'none' && !(value in MESSAGES) : !LABELS[key]?.test(value),
    )
  expect(wrong).toEqual([])
  const words = [
    projectId,
    ...Object.keys(world.users),
    ...['City', 'Village', 'Alpha', 'Beta', '.example', '@'],
  ]
  const values = samples.flatMap(({ labels }) => Object.values(labels))
  expect(values.length).toBeGreaterThan(100)
  const routes = new Set(samples.flatMap(({ labels: { route } }) => route ?? []))
  expect(routes).toContain('/api/sync/blobs/:sha256')
  expect(words.filter((word) => values.some((value) => value.split('/').includes(word)))).toEqual(
    [],
  )
  expect(values.filter((value) => value.includes('@'))).toEqual([])
})

interface Rules {
  groups: { rules: { alert: string; expr: string }[] }[]
}
const RULES = join(projectRoot, 'docs', 'deployment', 'alerts.yml')
const rules = (parse(readFileSync(RULES, 'utf8')) as Rules).groups.flatMap((group) => group.rules)

test('[MT4] every metric and label of the alert rules is in a real scrape', async () => {
  expect(rules.length).toBeGreaterThan(10)
  const place = { dataDir: join(world.filesDir, '..'), databaseUrl: world.databaseUrl }
  const to = join(place.dataDir, 'for-rules.tar')
  await operatorCommand('backup', place, ['--to', to])
  await operatorCommand('verify', place, [to])
  const samples = await read()
  const exists = (name: string): boolean => samples.some((sample) => sample.name === name)
  const missing = (expr: string): string[] =>
    [...expr.matchAll(/\b(?:tenderbook|nodejs|process)_\w+/g)]
      .map(([name]) => name)
      .filter((name) => !exists(name))
  expect(rules.flatMap(({ expr }) => missing(expr))).toEqual([])
  expect(missing('rate(tenderbook_no_such_total[5m])')).toEqual(['tenderbook_no_such_total'])
  const route = rules.flatMap(({ expr }) => /route="([^"]+)"/.exec(expr)?.[1] ?? [])
  expect(route.filter((one) => !samples.some(({ labels }) => labels['route'] === one))).toEqual([])
})

const PROMTOOL = ['/usr/bin/promtool', '/usr/local/bin/promtool'].find((path) => existsSync(path))

test.skipIf(PROMTOOL === undefined)(
  '[MT4] promtool accepts the alert rules and a scrape',
  async () => {
    const run = (args: string[], input = '') =>
      execFileSync(PROMTOOL ?? '', args, { encoding: 'utf8', input, stdio: 'pipe' })
    expect(run(['check', 'rules', RULES])).toContain(`SUCCESS: ${rules.length} rules found`)
    const text = await scrape()
    // The exit code is 3 for remarks of style, such as units; a scrape that cannot be read gives 1.
    expect(run(['check', 'metrics'], text.replaceAll(/^.*(?:nodejs|process)_.*\n/gm, ''))).toBe('')
  },
)
