import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { afterEach, describe, expect, test } from 'vitest'
import { readXlsx } from 'hucre/xlsx'
import { read, utils } from 'xlsx'
import { API } from '#schema/api/index.ts'
import type { Export, ExportContent, ExportFormat } from '#schema/entities/export.ts'
import { buildApp } from '#server/app.ts'
import { ExportFiles } from '#server/exports/export-files.ts'
import { claimExport, insertExport, LEASE_MS } from '#server/exports/export-rows.ts'
import { createExporter } from '#server/exports/exporter.ts'
import { FolderStore } from '#server/files/folder-store.ts'
import {
  buildCommitment,
  buildDefinition,
  buildParameter,
  buildRequirement,
  buildStatement,
} from '../support/project-rows.ts'
import {
  buildWorld,
  PROJECT as projectId,
  type Username,
  type World,
  type WorldOptions,
} from './world.ts'

const [OF_ALPHA, OF_BETA] = ['ALPHA-TAINT', 'BETA-TAINT']
const WAIT = { timeout: 60_000, interval: 50 }
const params = { id: projectId }

let world: World
const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
  await world.close()
})

/** Both vendors answered every requirement. */
const build = async (
  project: WorldOptions['project'] = { state: 'EVALUATION', publishedOn: 0 },
  rows: WorldOptions['rows'] = {},
): Promise<void> => {
  world = await buildWorld({ project, rows })
  const { alpha, beta } = world.companies
  const places = [
    { requirementId: 'r1', packageId: 'p1', documentId: 'd1' },
    { requirementId: 'r3', packageId: 'p2', documentId: 'd2' },
  ]
  for (const [vendorId, note] of [
    [alpha, OF_ALPHA],
    [beta, OF_BETA],
  ] as const)
    for (const place of places) {
      const values = { met: 80, 'met.release': -2, note: `${note} ${place.requirementId}` }
      const row = buildCommitment({ ...place, vendorId, values, submitted: true })
      await world.database.queries
        .insertInto('commitments')
        .values({
          project_id: projectId,
          id: row.id,
          updated_on: 0,
          body: JSON.stringify(row),
          package_id: row.packageId,
          document_id: row.documentId,
          requirement_id: row.requirementId,
          vendor_id: vendorId,
          answered: 1,
          submitted: 1,
        })
        .execute()
    }
}

interface Wanted {
  content?: ExportContent
  format?: ExportFormat
  vendorIds?: number[]
}
const start = async (username: Username, wanted: Wanted = {}): Promise<Export> =>
  await (
    await world.as(username)
  ).call(API.exports.start, {
    params,
    body: { content: 'everything', format: 'json', ...wanted },
  })
const startRaw = async (username: Username, wanted: Wanted) =>
  await (
    await world.as(username)
  ).raw('POST', `/projects-service/projects/${projectId}/exports/start`, {
    content: 'everything',
    format: 'json',
    ...wanted,
  })
const listOf = async (username: Username) =>
  await (await world.as(username)).call(API.exports.list, { params })
const downloadRaw = async (username: Username, id: string, url = world.url) => {
  const { token } = await world.as(username)
  const path = `/api/projects-service/projects/${projectId}/exports/${id}/content`
  const answer = await fetch(`${url}${path}`, { headers: { 'X-Auth-Token': token } })
  return {
    status: answer.status,
    headers: answer.headers,
    bytes: new Uint8Array(await answer.arrayBuffer()),
  }
}
const textOf = ({ bytes }: { bytes: Uint8Array }): string => new TextDecoder().decode(bytes)
const codeOf = (answer: { bytes: Uint8Array }): unknown =>
  (JSON.parse(textOf(answer)) as { messageCodes: string[] }).messageCodes[0]

interface Table {
  name: string
  rows: Record<string, unknown>[]
}
/** The tables of a JSON export, made and downloaded by one person. */
const tablesFor = async (
  username: Username,
  wanted: Wanted = {},
): Promise<{ tables: Table[]; text: string }> => {
  const made = await start(username, wanted)
  expect(made.state).toBe('ready')
  const text = textOf(await downloadRaw(username, made.id))
  return { tables: (JSON.parse(text) as { tables: Table[] }).tables, text }
}
const namesOf = ({ tables }: { tables: Table[] }): string[] => tables.map(({ name }) => name)
const rowsOf = ({ tables }: { tables: Table[] }, name: string): Table['rows'] =>
  tables.find((table) => table.name === name)?.rows ?? []

const filesIn = (): string[] => {
  const dir = join(world.filesDir, 'exports')
  return existsSync(dir) ? readdirSync(dir) : []
}
/** The exporter of another server on the same database and files. */
const otherExporter = () => {
  const exporter = createExporter({
    database: world.database,
    files: new ExportFiles(new FolderStore(world.filesDir)),
    blobs: new FolderStore(world.filesDir),
    clock: () => world.clock.now,
    onTold: () => undefined,
    onError: (error) => {
      throw error
    },
  })
  closing.push(exporter.stop)
  return exporter
}
/** An export that waits for a server, as a large one does. */
const insertWaiting = async (username: Username, content: ExportContent = 'requirements') =>
  await world.database.write((tx) =>
    insertExport(tx, {
      project_id: projectId,
      user_id: world.users[username],
      organization_id: world.companies[username.startsWith('alpha') ? 'alpha' : 'city'],
      request: { content, format: 'json', vendorIds: null },
      total: 9_000,
      isTold: true,
      now: world.clock.now,
    }),
  )
const change = async (id: string, values: object): Promise<void> => {
  await world.database.queries.updateTable('exports').set(values).where('id', '=', id).execute()
}
const stateOf = async (id: string): Promise<string | undefined> => {
  const row = await world.database.queries
    .selectFrom('exports')
    .select('state')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.state
}

describe('the content', () => {
  test('[EX1] of everything has a table per document, answers, scores and their sums, comments and log', async () => {
    await build()
    const exported = await tablesFor('owner')
    expect(namesOf(exported)).toEqual([
      'Functions',
      'Protection',
      'Answers',
      'Ranking',
      'Scores',
      'Sums behind the scores',
      'Overrides',
      'Comments',
      'Change log',
    ])
    expect(rowsOf(exported, 'Functions')).toMatchObject([
      { id: 'FUN-0001', section: 'General', requirement: 'Sends mail' },
      { id: 'FUN-0002', requirement: 'Keeps a calendar' },
    ])
    const answers = rowsOf(exported, 'Answers')
    expect(answers).toHaveLength(6)
    expect(answers[0]).toMatchObject({
      id: 'FUN-0001',
      package: 'Core',
      document: 'Functions',
      status: 'Submitted',
      'field:met': 80,
      'release:met': 'Available now',
    })
    expect(answers.filter(({ status }) => status === 'Not answered')).toHaveLength(2)
    expect(rowsOf(exported, 'Ranking')).toMatchObject([
      { rank: 1, overridden: 0 },
      { rank: 1, overridden: 0 },
    ])
    for (const score of rowsOf(exported, 'Scores')) {
      const terms = rowsOf(exported, 'Sums behind the scores').filter(
        ({ level, id, name, vendor, leftOut }) =>
          level === score['level'] &&
          id === score['id'] &&
          name === score['name'] &&
          vendor === score['vendor'] &&
          leftOut === null,
      )
      const total = terms.reduce((sum, { contribution }) => sum + Number(contribution), 0)
      if (score['score'] !== null) expect(total).toBeCloseTo(Number(score['score']), 9)
    }
    expect(rowsOf(exported, 'Scores').filter(({ score }) => score === 80)).not.toEqual([])
  })

  test('[EX1] [EX22] an .xlsx opens with header, filter, types and protected ids, and a .csv of several tables is an archive', async () => {
    await build()
    const made = await start('owner', { content: 'answers', format: 'xlsx' })
    expect(made.fileName).toMatch(/^Groupware 1 Answers \d{4}-\d\d-\d\d\.xlsx$/)
    const file = await downloadRaw('owner', made.id)
    expect(file.headers.get('content-disposition')).toContain('attachment; filename=')
    expect(file.headers.get('cache-control')).toBe('no-store')
    expect(file.bytes).toHaveLength(Number(made.bytes))
    const sheet = read(file.bytes).Sheets['Answers']
    expect(sheet?.['!autofilter']).toEqual({ ref: 'A1:N7' })
    expect(sheet?.['H2']).toMatchObject({ t: 'n', v: 80 })
    const [answers] = (await readXlsx(file.bytes, { readStyles: true })).sheets
    expect(answers?.protection?.sheet).toBe(true)
    const isOpen = (at: string) => answers?.cells?.get(at)?.style?.protection?.locked === false
    expect([isOpen('1,0'), isOpen('1,7')]).toEqual([false, true])
    const zipped = await start('owner', { format: 'csv' })
    expect(zipped.fileName).toMatch(/\.zip$/)
    const entries = unzipSync((await downloadRaw('owner', zipped.id)).bytes)
    expect(Object.keys(entries)).toHaveLength(9)
    expect(new TextDecoder().decode(entries['1 Functions.csv'])).toMatch(/^ID,Section,Requirement/)
    const plain = await start('owner', { content: 'answers', format: 'csv' })
    expect(plain.fileName).toMatch(/\.csv$/)
  })

  test('[EX1] overrides and only the chosen vendors are exported', async () => {
    await build()
    const { alpha } = world.companies
    await (
      await world.as('owner')
    ).call(API.overrides.set, {
      body: {
        requirementId: 'r1',
        vendorId: alpha,
        parameterId: 'met',
        value: 40,
        reason: 'Shown in the demonstration',
      },
    } as never)
    const exported = await tablesFor('owner', { content: 'evaluation', vendorIds: [alpha] })
    expect(rowsOf(exported, 'Ranking')).toHaveLength(1)
    expect(rowsOf(exported, 'Overrides')).toMatchObject([
      { id: 'FUN-0001', original: 80, override: 40, reason: 'Shown in the demonstration' },
    ])
    expect(
      (await tablesFor('owner', { content: 'answers', vendorIds: [alpha] })).text,
    ).not.toContain(OF_BETA)
  })

  test('[EX9] texts that look like formulas stay texts in every format', async () => {
    const evil = '=HYPERLINK("http://evil.example","x")'
    const definition = buildDefinition({
      content: [buildParameter({ id: 'text', key: 'text', name: '+Text', value: '@SUM(1)' })],
      answer: [buildStatement()],
    })
    await build(undefined, { requirement: [buildRequirement({ name: evil, definition })] })
    const csv = await start('owner', { content: 'requirements', format: 'csv' })
    const entries = unzipSync((await downloadRaw('owner', csv.id)).bytes)
    const text = new TextDecoder().decode(entries['1 Functions.csv'])
    expect(text).toContain(`"'=HYPERLINK(""http://evil.example"",""x"")",'@SUM(1)`)
    expect(text).toContain(",'+Text\r\n")
    const xlsx = await start('owner', { content: 'requirements', format: 'xlsx' })
    const sheet = read((await downloadRaw('owner', xlsx.id)).bytes, { cellFormula: true }).Sheets[
      'Functions'
    ]
    expect(sheet?.['C2']).toMatchObject({ t: 's', v: evil })
    expect(sheet?.['C2']).not.toHaveProperty('f')
    expect(sheet === undefined ? [] : utils.sheet_to_json(sheet, { header: 1 })[0]).toEqual([
      'ID',
      'Section',
      'Requirement',
      '+Text',
    ])
  })
})

describe('the rights', () => {
  test('[EX2] a vendor exports its own answers, and a contact only in its packages', async () => {
    await build({ state: 'PUBLISHED', publishedOn: 0 })
    const own = await tablesFor('alpha-contact')
    expect(own.text).toContain(OF_ALPHA)
    expect(own.text).not.toMatch(/BETA-TAINT|Beta|owner Person/)
    expect(namesOf(own)).toEqual(['Functions', 'Protection', 'Answers', 'Comments', 'Change log'])
    const restricted = await tablesFor('alpha-restricted')
    expect(restricted.text).toContain(`${OF_ALPHA} r3`)
    expect(restricted.text).not.toMatch(/ALPHA-TAINT r1|BETA-TAINT|Sends mail/)
    expect((await listOf('alpha-contact')).vendors).toEqual([])
  })

  test('[EX2] a requestor exports no sealed answer', async () => {
    await build({ state: 'PUBLISHED', publishedOn: 0, sealed: true })
    const exported = await tablesFor('owner')
    expect(exported.text).not.toMatch(/TAINT/)
    expect(namesOf(exported)).toEqual(['Functions', 'Protection', 'Comments', 'Change log'])
  })

  test('[EX2] an archived version is exported by its own project and rights, and its file names it', async () => {
    await build({ state: 'ARCHIVED', publishedOn: 0, version: '2.7' })
    const made = await start('owner')
    const file = await downloadRaw('owner', made.id)
    expect(file.headers.get('content-disposition')).toContain('2.7')
    expect(textOf(file)).toMatch(/ALPHA-TAINT[^]*BETA-TAINT|BETA-TAINT[^]*ALPHA-TAINT/)
    const own = await tablesFor('alpha-contact')
    expect(own.text).toContain(OF_ALPHA)
    expect(own.text).not.toMatch(/BETA-TAINT|Beta|owner Person/)
    await world.database.queries
      .deleteFrom('project_members')
      .where('user_id', '=', world.users.author)
      .execute()
    expect((await startRaw('author', {})).status).toBe(403)
  })

  test('[EX3] who asks for what is not theirs is refused, and a try at sealed answers is logged', async () => {
    await build({ state: 'PUBLISHED', publishedOn: 0, sealed: true })
    const { alpha, beta, gamma } = world.companies
    const refused: [Username, Wanted][] = [
      ['owner', { content: 'answers' }],
      ['owner', { content: 'evaluation' }],
      ['owner', { vendorIds: [alpha] }],
      ['alpha-primary', { content: 'evaluation' }],
      ['alpha-primary', { content: 'answers', vendorIds: [beta] }],
      ['alpha-primary', { content: 'answers', vendorIds: [gamma] }],
      ['alpha-primary', { vendorIds: [alpha, beta] }],
      ['gamma-primary', {}],
      ['clerk', {}],
      ['village-admin', {}],
    ]
    for (const [username, wanted] of refused)
      expect([username, wanted, (await startRaw(username, wanted)).status]).toEqual([
        username,
        wanted,
        403,
      ])
    const [invited, absent] = [
      await startRaw('alpha-primary', { content: 'answers', vendorIds: [beta] }),
      await startRaw('alpha-primary', { content: 'answers', vendorIds: [gamma] }),
    ]
    expect(invited.text.replace(/"requestId":"[^"]*"/, '')).toBe(
      absent.text.replace(/"requestId":"[^"]*"/, ''),
    )
    expect(await world.database.queries.selectFrom('exports').select('id').execute()).toEqual([])
    await expect
      .poll(async () => {
        const rows = await world.database.queries
          .selectFrom('project_log')
          .select('kind')
          .where('audience', '=', 'team')
          .execute()
        return rows.map(({ kind }) => kind)
      }, WAIT)
      .toContain('readRefused')
  })

  test('[EX4] only the person who asked gets the file, and only while they have access', async () => {
    await build()
    const { id } = await start('author', { content: 'answers' })
    for (const username of ['owner', 'admin', 'approver', 'alpha-primary'] as const) {
      const answer = await downloadRaw(username, id)
      expect([username, answer.status, codeOf(answer)]).toEqual([username, 404, 'NOT_FOUND'])
      expect((await listOf(username)).exports).toEqual([])
    }
    const owner = await world.as('owner')
    const removal = await owner.raw(
      'DELETE',
      `/projects-service/projects/${projectId}/exports/delete`,
      { id },
    )
    expect(removal.status).toBe(404)
    expect((await downloadRaw('author', id)).status).toBe(200)
    await owner.call(API.projectMembers.remove, { params, body: { userIds: [world.users.author] } })
    const gone = await downloadRaw('author', id)
    expect([gone.status, codeOf(gone)]).toEqual([403, 'ACCESS_TO_PROJECT_IS_DENIED'])
  })

  test('[EX4] a page or frame of a browser gets no file', async () => {
    await build()
    const { id } = await start('owner', { content: 'requirements' })
    const { token } = await world.as('owner')
    const answer = await fetch(
      `${world.url}/api/projects-service/projects/${projectId}/exports/${id}/content`,
      { headers: { 'X-Auth-Token': token, 'Sec-Fetch-Dest': 'document' } },
    )
    expect(answer.status).toBe(404)
  })

  test('[EX4] a file is refused once the answers that its reader could read are sealed again', async () => {
    await build({ state: 'VALIDATION', publishedOn: 0, sealed: true })
    const answers = await start('author', { content: 'answers' })
    const requirements = await start('author', { content: 'requirements' })
    await world.setProject({ state: 'PUBLISHED' })
    const refused = await downloadRaw('author', answers.id)
    expect([refused.status, codeOf(refused)]).toEqual([403, 'EXPORT_OUTDATED'])
    // This one holds no answer, but its reader's rights have changed as well.
    expect((await downloadRaw('author', requirements.id)).status).toBe(403)
    await otherExporter().sweep()
    expect((await listOf('author')).exports).toMatchObject([
      { state: 'failed', failure: 'rights', bytes: null },
      { state: 'failed', failure: 'rights', bytes: null },
    ])
    expect(filesIn()).toEqual([])
  })

  test('[EX4] a file with scores is refused to a person whose SC_BROWSE was taken', async () => {
    await build()
    const owner = await world.as('owner')
    const { colleague } = world.users
    await owner.call(API.projectMembers.add, {
      params,
      body: { userId: colleague, roleIds: ['role-project-req-approver'] },
    } as never)
    const { id } = await start('colleague', { content: 'evaluation' })
    expect((await downloadRaw('colleague', id)).status).toBe(200)
    await owner.call(API.projectMembers.remove, { params, body: { userIds: [colleague] } })
    expect((await listOf('colleague')).contents).not.toContain('evaluation')
    const refused = await downloadRaw('colleague', id)
    expect([refused.status, codeOf(refused)]).toEqual([403, 'EXPORT_OUTDATED'])
  })

  test('[EX4] a removed colleague’s waiting export is not written', async () => {
    await build()
    const { id } = await insertWaiting('author')
    await change(id, { state: 'running', attempt: 1, lease_until: world.clock.now + 600_000 })
    const owner = await world.as('owner')
    await owner.call(API.projectMembers.remove, { params, body: { userIds: [world.users.author] } })
    await change(id, { state: 'waiting' })
    await otherExporter().run({ project_id: projectId, id })
    await expect.poll(() => stateOf(id), WAIT).toBe('failed')
    expect(filesIn()).toEqual([])
  })

  test('[EX10] the progress of a vendor’s export is the same whatever others write', async () => {
    await build({ state: 'PUBLISHED', publishedOn: 0 })
    const first = await start('alpha-primary')
    const beta = await world.as('beta-primary')
    await beta.call(API.comments.create, {
      params,
      body: { place: { kind: 'requirement', id: 'r1' }, type: 'Q', text: 'Why?' },
    } as never)
    const owner = await tablesFor('owner', { content: 'comments' })
    expect(owner.text).toContain('Why?')
    const second = await start('alpha-primary')
    expect([second.done, second.total, second.bytes]).toEqual([
      first.done,
      first.total,
      first.bytes,
    ])
  })
})

describe('the job', () => {
  test('[EX8] a large export is told by panel and mail to its person alone', async () => {
    const many = Array.from({ length: 500 }, (_, at) =>
      buildRequirement({ id: `m${at}`, fullId: `FUN-1${at}`, name: `Requirement ${at}` }),
    )
    await build(undefined, { requirement: many })
    const started = await start('author', { content: 'evaluation', format: 'xlsx' })
    expect(['waiting', 'running']).toContain(started.state)
    expect(started.total).toBe(500 * 2 * 4)
    await expect.poll(() => stateOf(started.id), WAIT).toBe('ready')
    const [ready] = (await listOf('author')).exports
    expect(ready?.done).toBe(ready?.total)
    const book = read((await downloadRaw('author', started.id)).bytes)
    expect(book.SheetNames).toHaveLength(4)
    const panelOf = async (username: Username) => {
      const client = await world.as(username)
      const { items } = await client.call(API.notifications.list, { query: {} } as never)
      return items.map(({ message, link }) => [message, link])
    }
    await expect
      .poll(() => panelOf('author'), WAIT)
      .toContainEqual(['Your export of Groupware is ready', `/project/${projectId}/exports`])
    await expect
      .poll(() => world.mails.filter(({ text }) => text.includes('Your export of')), WAIT)
      .toHaveLength(1)
    expect(world.mails.find(({ text }) => text.includes('Your export of'))?.to).toBe(
      'author@city.example',
    )
    for (const username of ['owner', 'approver', 'alpha-primary'] as const)
      expect(JSON.stringify(await panelOf(username)), username).not.toContain('export')
  })

  test('[EX8] a small export is ready at once, and no one is told', async () => {
    await build()
    const { state, done, total } = await start('owner')
    expect(state).toBe('ready')
    expect(done).toBe(total)
    const events = await world.database.queries
      .selectFrom('events')
      .select('kind')
      .where('kind', 'in', ['export.ready', 'export.failed'])
      .execute()
    expect(events).toEqual([])
  })

  test('[EX5] a person has two unfinished exports and twenty in all', async () => {
    await build()
    for (let count = 0; count < 2; count += 1) {
      const { id } = await insertWaiting('author')
      await change(id, { state: 'running', attempt: 1, lease_until: world.clock.now + 600_000 })
    }
    const full = await startRaw('author', {})
    expect([full.status, JSON.parse(full.text)]).toMatchObject([
      409,
      { messageCodes: ['EXPORTS_FULL'] },
    ])
    expect((await startRaw('owner', {})).status).toBe(200)
    await world.database.queries.updateTable('exports').set({ state: 'failed' }).execute()
    for (let count = 2; count < 20; count += 1)
      await insertWaiting('author').then(({ id }) => change(id, { state: 'failed' }))
    expect((await startRaw('author', {})).status).toBe(409)
    const [oldest] = (await listOf('author')).exports
    await (
      await world.as('author')
    ).call(API.exports.delete, {
      params,
      body: { id: oldest?.id ?? '' },
    })
    expect((await startRaw('author', {})).status).toBe(200)
  })

  test('[EX5] starts at the same time are counted one after the other', async () => {
    await build()
    const tries = await Promise.allSettled(Array.from({ length: 6 }, () => insertWaiting('author')))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  })

  test('[EX7] one of several processes gets an export', async () => {
    await build()
    const at = await insertWaiting('author')
    const { database, clock } = world
    const claims = await Promise.all(
      Array.from({ length: 5 }, () => database.write((tx) => claimExport(tx, at, clock.now))),
    )
    // The server of this world may be the one.
    expect(claims.filter((claim) => claim !== undefined).length).toBeLessThanOrEqual(1)
    const { attempt } = await database.queries
      .selectFrom('exports')
      .select('attempt')
      .where('id', '=', at.id)
      .executeTakeFirstOrThrow()
    expect(attempt).toBe(1)
  })

  test('[EX7] an export of a server that crashed is written by another, at most three times', async () => {
    await build()
    const { id } = await insertWaiting('author')
    await change(id, { state: 'running', attempt: 1, lease_until: world.clock.now + LEASE_MS })
    const other = otherExporter()
    await other.run({ project_id: projectId, id })
    expect(await stateOf(id)).toBe('running')
    world.clock.now += LEASE_MS
    await other.run({ project_id: projectId, id })
    await expect.poll(() => stateOf(id), WAIT).toBe('ready')
    expect(filesIn()).toEqual([`${id}.2`])
    const { id: third } = await insertWaiting('author')
    await change(third, { state: 'running', attempt: 3, lease_until: 0 })
    await other.run({ project_id: projectId, id: third })
    await expect.poll(() => stateOf(third), WAIT).toBe('failed')
  })

  test('[EX7] an export that a stop interrupts is written after the next start', async () => {
    const many = Array.from({ length: 900 }, (_, at) =>
      buildRequirement({ id: `m${at}`, fullId: `FUN-1${at}`, name: `Requirement ${at}` }),
    )
    await build(undefined, { requirement: many })
    const { id } = await start('author', { content: 'everything', format: 'xlsx' })
    await expect.poll(() => stateOf(id), WAIT).not.toBe('waiting')
    await world.app.close()
    expect(['waiting', 'ready']).toContain(await stateOf(id))
    expect(filesIn().length).toBe((await stateOf(id)) === 'ready' ? 1 : 0)
    const app = await buildApp({
      database: world.database,
      databaseUrl: world.databaseUrl,
      filesDir: world.filesDir,
      clock: () => world.clock.now,
    })
    closing.push(() => app.close())
    await expect.poll(() => stateOf(id), WAIT).toBe('ready')
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    const file = await downloadRaw('author', id, url)
    expect(read(file.bytes).SheetNames[0]).toBe('Functions')
  })

  test('[EX6] a file leaves at its expiry, with its export, its reader’s access and its project', async () => {
    await build()
    const other = otherExporter()
    const { id } = await start('owner', { content: 'requirements' })
    expect(filesIn()).toHaveLength(1)
    await (await world.as('owner')).call(API.exports.delete, { params, body: { id } })
    expect(filesIn()).toEqual([])
    expect((await downloadRaw('owner', id)).status).toBe(404)

    const old = await start('owner', { content: 'requirements' })
    await change(old.id, { expires_on: world.clock.now })
    expect((await downloadRaw('owner', old.id)).status).toBe(404)
    expect((await listOf('owner')).exports).toEqual([])
    await other.sweep()
    expect([filesIn(), await stateOf(old.id)]).toEqual([[], undefined])

    const removed = await start('author', { content: 'requirements' })
    const owner = await world.as('owner')
    await owner.call(API.projectMembers.remove, { params, body: { userIds: [world.users.author] } })
    await other.sweep()
    expect([filesIn(), await stateOf(removed.id)]).toEqual([[], undefined])

    const last = await start('owner', { content: 'requirements' })
    await world.setProject({ state: 'DRAFT' })
    await owner.call(API.projects.delete, { params } as never)
    expect(await stateOf(last.id)).toBeUndefined()
    await other.sweep()
    expect(filesIn()).toEqual([])
  })
})
