import { unzipSync, zipSync } from 'fflate'
import { afterEach, expect, test } from 'vitest'
import { API } from '#schema/api/index.ts'
import type { RestoredProject } from '#schema/api/projects-service/archives.ts'
import type { ArchiveManifest } from '#schema/entities/archive.ts'
import type { ArchiveChange } from '#schema/entities/archive-change.ts'
import { commitmentId, overrideId } from '#schema/entities/commitment.ts'
import type { Project } from '#schema/entities/project.ts'
import type { Row } from '#schema/entities/rows.ts'
import { canonicalJson } from '#schema/rules/answers/canonical-json.ts'
import { RESTORE_LIMITS } from '#schema/tables/limits.ts'
import { type RowChange, writeRows } from '#server/database/rows/write-rows.ts'
import { testDatabaseKind } from '../support/test-database.ts'
import { downloadArchive } from './archive-world.ts'
import { newest, newestIfThere } from './newest.ts'
import { hashOf } from './send-file.ts'
import { buildWorld, PROJECT, START, type Username, type World } from './world.ts'

const worlds: World[] = []
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close()
})
const HISTORY = 'history.jsonl'
const MARK = ' (from an archive)'
const SEALED: Partial<Project> = { state: 'PUBLISHED', publishedOn: START, sealed: true }
const OPEN: Partial<Project> = {
  state: 'EVALUATION',
  openings: [{ kind: 'deadline', at: START + 3_000 }],
}
const build = async (project: Partial<Project>): Promise<World> => {
  const world = await buildWorld({ project })
  worlds.push(world)
  return world
}
/** Content changed before and after the publishing, and an answer changed twice while sealed. */
const changed = async (): Promise<World> => {
  const world = await build({ state: 'DRAFT', publishedOn: null, sealed: true })
  const rename = async (name: string) => {
    const updatedOn = await newest(world, 'requirement', 'r1')
    const body = { id: 'r1', updatedOn, name }
    await (await world.as('owner')).call(API.requirements.update, { body })
  }
  const answer = async (note: string) => {
    const updatedOn = await newestIfThere(world, 'commitment', `r1.${world.companies.alpha}`)
    const body = { values: { note }, updatedOn }
    const client = await world.as('alpha-contact')
    await client.call(API.requirements.updateCommitment, { params: { id: 'r1' }, body })
  }
  await rename('DRAFTED name')
  world.clock.now = START
  await world.setProject(SEALED)
  world.clock.now = START + 1_000
  await answer('ALPHA first')
  world.clock.now = START + 2_000
  await answer('ALPHA second')
  return world
}
const opened = async (): Promise<World> => {
  const world = await changed()
  world.clock.now = START + 4_000
  await world.setProject(OPEN)
  return world
}
const historyOf = async (world: World, username: Username) => {
  const client = await world.as(username)
  const request = { params: { docId: 'd1' }, body: { pageSize: 200 } }
  return (await client.call(API.requirements.byDocument, request)).items
}
const post = async (world: World, username: Username, bytes: Uint8Array) => {
  const { token } = await world.as(username)
  const answer = await fetch(`${world.url}/api/projects-service/archives/restore`, {
    method: 'POST',
    headers: { 'X-Auth-Token': token, 'content-type': 'application/octet-stream' },
    body: bytes as Uint8Array<ArrayBuffer>,
  })
  return { status: answer.status, body: (await answer.json()) as RestoredProject }
}
type Parts = Record<string, string>
const partsOf = (archive: Uint8Array): Parts =>
  Object.fromEntries(
    Object.entries(unzipSync(archive)).map(([path, bytes]) => [
      path,
      new TextDecoder().decode(bytes).replace(/"writtenOn": \d+/, '"writtenOn": 1'),
    ]),
  )
const linesOf = (parts: Parts): ArchiveChange[] =>
  (parts[HISTORY] ?? '')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as ArchiveChange)
/** Writes the parts with a manifest that describes them. */
const zipOf = (parts: Parts, version: 1 | 2 = 2): Uint8Array => {
  const { 'manifest.json': text = '', ...others } = parts
  const manifest = JSON.parse(text) as ArchiveManifest
  const named = Object.entries(others).map(([path, part]) => ({
    path,
    bytes: Buffer.byteLength(part),
    sha256: hashOf(Buffer.from(part)),
    rows: path.endsWith('.jsonl') ? part.split('\n').length - 1 : null,
  }))
  const own = { ...manifest, version, parts: named }
  const all = { ...others, 'manifest.json': `${JSON.stringify(own, null, 1)}\n` }
  return zipSync(
    Object.fromEntries(Object.entries(all).map(([path, part]) => [path, Buffer.from(part)])),
  )
}
const withHistory = (parts: Parts, lines: readonly object[]): Uint8Array =>
  zipOf({ ...parts, [HISTORY]: lines.map((line) => `${canonicalJson(line as never)}\n`).join('') })

test('[EX20] a restored project shows the history of values that its owner read before', async () => {
  const world = await opened()
  const archive = await downloadArchive(world, 'owner')
  const before = await historyOf(world, 'owner')
  expect(JSON.stringify(before)).toContain('DRAFTED name')
  const other = await build({})
  const { body } = await post(other, 'village-admin', archive)
  const vendorId = 2_000_000_000
  const alphas = commitmentId('r1', world.companies.alpha)
  expect(await historyOf(other, 'village-admin')).toEqual(
    before.map((entry) => ({
      ...entry,
      actor: `${entry.actor}${MARK}`,
      id: entry.id === alphas ? commitmentId('r1', vendorId) : entry.id,
    })),
  )
  const sides = await other.database.queries
    .selectFrom('change_log')
    .select(['entity', 'vendor_id'])
    .where('project_id', '=', body.id)
    .where('vendor_id', 'is not', null)
    .execute()
  expect(sides).toEqual(sides.map(() => ({ entity: 'commitment', vendor_id: vendorId })))
  expect(sides.length).toBeGreaterThan(0)
  const again = partsOf(await downloadArchive(other, 'village-admin', body.id))
  expect(again).toEqual(partsOf(archive))
})

test('[EX20] the history has no draft that the vendor replaced before the opening, and nothing sealed', async () => {
  const world = await changed()
  const sealed = partsOf(await downloadArchive(world, 'owner'))
  expect(linesOf(sealed).map(({ entity }) => entity)).not.toContain('commitment')
  expect(JSON.stringify(sealed)).not.toContain('ALPHA')
  world.clock.now = START + 4_000
  await world.setProject(OPEN)
  const open = partsOf(await downloadArchive(world, 'owner'))
  expect(linesOf(open).filter(({ entity }) => entity === 'commitment')).toHaveLength(2)
  expect(JSON.stringify(open)).not.toContain('ALPHA first')
  expect(open['rows/commitment.jsonl']).toContain('ALPHA second')
})

test('[EX20] an archive of version 1 is restored, and gives the same archive of version 1', async () => {
  const { [HISTORY]: _unused, ...parts } = partsOf(await downloadArchive(await opened(), 'owner'))
  const old = zipOf(parts, 1)
  const world = await build({})
  const { status, body } = await post(world, 'village-admin', old)
  expect(status).toBe(200)
  expect(partsOf(await downloadArchive(world, 'village-admin', body.id))).toEqual(partsOf(old))
  expect(await historyOf(world, 'village-admin')).toEqual([])
  const newer = zipOf(parts)
  expect(await post(world, 'village-admin', newer)).toMatchObject({
    status: 422,
    body: { detail: { entry: HISTORY } },
  })
})

test('[EX20] a history that its owner could not have read is refused with its line', async () => {
  const archive = await downloadArchive(await opened(), 'owner')
  const parts = partsOf(archive)
  const lines = linesOf(parts)
  const at = lines.findIndex(({ entity }) => entity === 'commitment')
  const world = await build({})
  const draft = { field: 'values.note', label: null, before: 'ALPHA first', after: 'x' }
  const cases = [
    { details: { whole: [draft] } },
    { documentId: 'elsewhere' },
    { entityId: 'r1.9' },
    { entity: 'vendorPart' },
    { more: 1 },
  ]
  for (const change of cases) {
    const forged = lines.map((line, index) => (index === at ? { ...line, ...change } : line))
    expect(await post(world, 'village-admin', withHistory(parts, forged))).toMatchObject({
      status: 422,
      body: { messageCodes: ['ARCHIVE_INVALID'], detail: { entry: HISTORY, line: at + 1 } },
    })
  }
  for (const table of ['restorations', 'archive_lines'] as const)
    expect(await world.database.queries.selectFrom(table).selectAll().execute()).toEqual([])
})

test.runIf(testDatabaseKind === 'postgres')(
  '[EX17] a project id with a NUL, which PostgreSQL cannot store, is refused with its line',
  async () => {
    const parts = partsOf(await downloadArchive(await opened(), 'owner'))
    const renamed = Object.entries(parts)
      // Chains are bound to the id.
      .filter(([path]) => !path.startsWith('log/'))
      .map(([path, text]) => [
        path,
        text.replaceAll(/("(?:id|projectId)": ?)"project"/g, String.raw`$1"project\u0000"`),
      ])
    const world = await build({})
    expect(await post(world, 'village-admin', zipOf(Object.fromEntries(renamed)))).toMatchObject({
      status: 422,
      body: { detail: { entry: 'rows/project.jsonl', line: 1 } },
    })
  },
)

test('[EX20] an organization restores only so much', async () => {
  const archive = await downloadArchive(await opened(), 'owner')
  const world = await build({})
  await post(world, 'village-admin', archive)
  const { queries } = world.database
  const { text_bytes: size } = await queries
    .selectFrom('restorations')
    .select('text_bytes')
    .executeTakeFirstOrThrow()
  const texts = Object.entries(partsOf(archive)).filter(([path]) => path.endsWith('.jsonl'))
  expect(size).toBe(texts.reduce((sum, [, text]) => sum + Buffer.byteLength(text), 0))
  const taken = async (bytes: number) => {
    await queries.updateTable('restorations').set({ text_bytes: bytes }).execute()
    return (await post(world, 'village-admin', archive)).status
  }
  expect(await taken(RESTORE_LIMITS.organizationTextBytes - size + 1)).toBe(409)
  expect(await taken(RESTORE_LIMITS.organizationTextBytes - size)).toBe(200)
  await queries.updateTable('restorations').set({ text_bytes: 0 }).execute()
  const row = await queries.selectFrom('restorations').selectAll().executeTakeFirstOrThrow()
  const body = await queries
    .selectFrom('projects')
    .selectAll()
    .where('id', '=', row.project_id)
    .executeTakeFirstOrThrow()
  const more = Array.from({ length: RESTORE_LIMITS.organizationProjects - 2 }, (_, no) => no)
  for (const no of more) {
    await queries
      .insertInto('projects')
      .values({ ...body, id: `p${no}` })
      .execute()
    await queries
      .insertInto('restorations')
      .values({ ...row, project_id: `p${no}` })
      .execute()
  }
  expect(await post(world, 'village-admin', archive)).toMatchObject({
    status: 409,
    body: { messageCodes: ['RESTORED_FULL'] },
  })
  // Another organization has its own limit.
  expect((await post(world, 'owner', archive)).status).toBe(200)
})

test('[EX15] comments, overrides and openings come back, with the vendor that they belong to', async () => {
  const world = await opened()
  const { alpha } = world.companies
  const place = { projectId: PROJECT, packageId: 'p1', documentId: 'd1', requirementId: 'r1' }
  const written = {
    authorId: world.users.owner,
    authorName: 'owner Person',
    createdOn: 5,
    updatedOn: 5,
  }
  const started = {
    ...place,
    ...written,
    text: 'ASKED-TAINT',
    officialReplies: [],
    publicationId: null,
  }
  const signed = { id: world.users.approver, name: 'approver Person' }
  const value = { value: 50, reason: 'OVERRIDE-TAINT', modifiedBy: signed, modifiedOn: 6 }
  const rows = [
    ['comment', { id: 'c1', type: 'D', ...started, vendorId: null, severity: null }],
    [
      'comment',
      {
        ...{ id: 'c2', type: 'Q', ...started, vendorId: alpha, severity: null },
        officialReplies: [{ replyId: 'a1', by: world.users.owner, on: 7 }],
      },
    ],
    ['comment', { id: 'c3', type: 'PP', ...started, vendorId: alpha, severity: 'MAJOR' }],
    [
      'reply',
      {
        ...{ id: 'a1', commentId: 'c2', ...place, ...written, text: 'SAID-TAINT' },
        ...{ vendorId: alpha, isByVendor: false, officialOn: 7 },
      },
    ],
    [
      'override',
      {
        ...{ id: overrideId('r1', alpha, 'note'), ...place, vendorId: alpha, parameterId: 'note' },
        ...{ ...value, originalValue: 'x', originalKey: null, removed: false, updatedOn: 6 },
        history: [{ ...value, value: 40 }],
      },
    ],
  ] as unknown as [RowChange['entity'], Row][]
  await world.database.write(async (tx) => {
    const { head } = await tx
      .selectFrom('project_sync')
      .select('head')
      .where('project_id', '=', PROJECT)
      .executeTakeFirstOrThrow()
    const changes = rows.map(([entity, after]) => ({ entity, id: after.id, before: null, after }))
    const actor = { id: world.users.owner, name: 'owner Person' }
    const context = { projectId: PROJECT, firstSeq: head + 1, actor, now: START + 5_000 }
    const written = await writeRows(tx, changes, context)
    await tx
      .updateTable('project_sync')
      .set({ head: written.head })
      .where('project_id', '=', PROJECT)
      .execute()
  })
  const opening = {
    kind: 'early' as const,
    ...{ at: START + 3_000, reason: 'EARLY-TAINT', askedBy: signed },
    confirmedBy: { id: world.users.owner, name: 'owner Person' },
  }
  await world.setProject({ openings: [opening] })
  const archive = await downloadArchive(world, 'owner')
  const parts = partsOf(archive)
  for (const word of ['ASKED', 'SAID', 'OVERRIDE', 'EARLY'])
    expect(JSON.stringify(parts)).toContain(`${word}-TAINT`)
  const other = await build({})
  const { body } = await post(other, 'village-admin', archive)
  expect(partsOf(await downloadArchive(other, 'village-admin', body.id))).toEqual(parts)
  const vendorId = 2_000_000_000
  const nobody = (name: string) => ({ id: 0, name: `${name}${MARK}` })
  const bodies = async (table: 'comments' | 'replies' | 'overrides' | 'projects') =>
    (
      await other.database.queries
        .selectFrom(table)
        .select('body')
        .where(table === 'projects' ? 'id' : ('project_id' as 'id'), '=', body.id)
        .orderBy('id')
        .execute()
    ).map((row) => JSON.parse(row.body) as Record<string, unknown>)
  const by = { authorId: 0, authorName: `owner Person${MARK}`, projectId: body.id }
  expect(await bodies('comments')).toMatchObject([
    { id: 'c1', ...by, vendorId: null },
    { id: 'c2', ...by, vendorId, officialReplies: [{ replyId: 'a1', by: 0, on: 7 }] },
    { id: 'c3', ...by, vendorId },
  ])
  expect(await bodies('replies')).toMatchObject([{ id: 'a1', ...by, vendorId }])
  const modifiedBy = nobody('approver Person')
  expect(await bodies('overrides')).toMatchObject([
    {
      ...{ id: overrideId('r1', vendorId, 'note'), vendorId, modifiedBy, value: 50 },
      history: [{ value: 40, modifiedBy }],
    },
  ])
  expect(await bodies('projects')).toMatchObject([
    { openings: [{ ...opening, askedBy: modifiedBy, confirmedBy: nobody('owner Person') }] },
  ])
})
