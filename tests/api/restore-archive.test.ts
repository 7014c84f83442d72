import { unzipSync, zipSync } from 'fflate'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import type { RestoredProject } from '#schema/api/projects-service/archives.ts'
import { API } from '#schema/api/index.ts'
import type { ArchiveManifest } from '#schema/entities/archive.ts'
import { Refusal } from '#schema/refusal.ts'
import { RESTORE_LIMITS } from '#schema/tables/limits.ts'
import { readArchive } from '#server/archive/read-archive.ts'
import { findDangling } from '#server/backup/references.ts'
import type { ScanFile } from '#server/files/scan.ts'
import { testDatabaseKind } from '../support/test-database.ts'
import { addAnswer, addFileAndEntries, downloadArchive } from './archive-world.ts'
import { everyRow } from './hostile/hostile-world.ts'
import { hashOf, PLAN } from './send-file.ts'
import { buildWorld, PROJECT, type Username, type World, type WorldOptions } from './world.ts'

const worlds: World[] = []
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close()
})
const build = async (
  project: WorldOptions['project'],
  more: Partial<WorldOptions> = {},
): Promise<World> => {
  const world = await buildWorld({ project, ...more })
  worlds.push(world)
  return world
}
const OPEN = { state: 'EVALUATION', publishedOn: 0, language: 'ar' } as const
const SEALED = { state: 'PUBLISHED', publishedOn: 0, sealed: true } as const
const filled = async (project: WorldOptions['project'] = OPEN): Promise<World> => {
  const world = await build(project)
  await addAnswer(world)
  await addFileAndEntries(world)
  return world
}
/** Tables that every call and sign-in writes to. */
const OF_CALLS = ['try_windows', 'sessions', 'session_tokens', 'access_log']
/** Tables in which jobs go on with what happened before, on a busy machine for seconds. */
const OF_JOBS = [
  'exports',
  'events',
  'mails',
  'notifications',
  'pushes',
  'waiting_notices',
  'deadline_notices',
]
const BESIDE = [...OF_CALLS, ...OF_JOBS]
/** Jobs that the world began, such as those of its exports, may still be writing. */
const rowsAtRest = async ({ database }: World): Promise<string> => {
  let last = await everyRow(database, BESIDE)
  for (;;) {
    await setTimeout(1_500)
    const next = await everyRow(database, BESIDE)
    if (next === last) return next
    last = next
  }
}
const PATH = '/api/projects-service/archives/restore'
const post = async (world: World, username: Username, bytes: Uint8Array) => {
  const { token } = await world.as(username)
  const answer = await fetch(`${world.url}${PATH}`, {
    method: 'POST',
    headers: { 'X-Auth-Token': token, 'content-type': 'application/octet-stream' },
    body: bytes as Uint8Array<ArrayBuffer>,
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}
const restore = async (
  world: World,
  username: Username,
  bytes: Uint8Array,
): Promise<RestoredProject> => {
  const { status, body } = await post(world, username, bytes)
  expect([status, body]).toEqual([200, expect.anything()])
  return body as RestoredProject
}
const textOf = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes)
/** Everything but the time of writing. */
const timeless = (archive: Uint8Array): Record<string, string> => {
  const parts = Object.entries(unzipSync(archive)).map(([path, bytes]) => [
    path,
    Buffer.from(bytes)
      .toString('latin1')
      .replace(/"writtenOn": \d+/, ''),
  ])
  return Object.fromEntries(parts) as Record<string, string>
}
const requireValid = async (archive: Uint8Array): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'tenderbook-restore-'))
  writeFileSync(join(folder, 'a'), archive)
  const file = await open(join(folder, 'a'), 'r')
  try {
    await readArchive(file)
  } finally {
    await file.close()
    rmSync(folder, { recursive: true })
  }
}

test('[EX15] a restored project gives the same archive, but for the time of writing', async () => {
  for (const project of [OPEN, SEALED]) {
    const world = await filled(project)
    const archive = await downloadArchive(world, 'owner')
    const dangling = await findDangling(world.database.queries)
    const { id, counts, leavesOutSealed } = await restore(world, 'colleague', archive)
    expect([counts.requirements, counts.vendors, counts.files]).toEqual([3, 2, 1])
    expect([leavesOutSealed, counts.answers]).toEqual(project === OPEN ? [false, 1] : [true, 0])
    const again = await downloadArchive(world, 'colleague', id)
    expect(timeless(again)).toEqual(timeless(archive))
    await requireValid(again)
    const danglingNow = await findDangling(world.database.queries)
    expect(dangling).toEqual(expect.arrayContaining(danglingNow))
    const third = await restore(world, 'colleague', again)
    expect(timeless(await downloadArchive(world, 'colleague', third.id))).toEqual(timeless(archive))
  }
})

test('[EX15] another installation restores it, whatever its ids of people and vendors', async () => {
  const archive = await downloadArchive(await filled(), 'owner')
  const other = await build(OPEN)
  const { id } = await restore(other, 'village-admin', archive)
  expect(timeless(await downloadArchive(other, 'village-admin', id))).toEqual(timeless(archive))
})

test('[EX16] the project is archived, and names no person or vendor of this installation', async () => {
  const world = await filled()
  const { id, name } = await restore(world, 'colleague', await downloadArchive(world, 'owner'))
  const second = await restore(world, 'colleague', await downloadArchive(world, 'owner'))
  expect(second.id).not.toBe(id)
  const client = await world.as('colleague')
  const project = await client.call(API.projects.get, { params: { id } })
  expect([project.name, project.state, project.ownerId]).toEqual([
    name,
    'ARCHIVED',
    world.users.colleague,
  ])
  const { queries } = world.database
  const rowsOf = async (table: 'commitments' | 'attachments' | 'project_vendors') =>
    (await queries.selectFrom(table).select('body').where('project_id', '=', id).execute()).map(
      ({ body }) => JSON.parse(body) as Record<string, unknown>,
    )
  const vendors = (await rowsOf('project_vendors')).map(({ vendorId }) => vendorId)
  expect(vendors.toSorted()).toEqual([2_000_000_000, 2_000_000_001])
  const [answer] = await rowsOf('commitments')
  expect(answer).toMatchObject({
    values: { note: 'ALPHA-TAINT' },
    id: `r1.${String(answer?.['vendorId'])}`,
  })
  expect(await rowsOf('attachments')).toMatchObject([
    { createdBy: 0, createdByName: 'owner Person (from an archive)' },
  ])
  const members = await queries
    .selectFrom('project_members')
    .select('user_id')
    .where('project_id', '=', id)
    .execute()
  expect(members).toEqual([])
  for (const table of ['events', 'notifications'] as const)
    expect(
      await queries.selectFrom(table).selectAll().where('project_id', '=', id).execute(),
    ).toEqual([])
  for (const path of ['overview', 'vendors', 'packages', 'requirement-count'])
    expect((await client.raw('GET', `/projects-service/projects/${id}/${path}`)).status).toBe(200)
  for (const username of ['alpha-primary', 'beta-primary', 'village-admin', 'reviewer'] as const) {
    const reader = await world.as(username)
    expect((await reader.raw('GET', `/projects-service/projects/${id}`)).status).toBe(403)
  }
  // A call that names a row alone still means the living project.
  const owner = await world.as('admin')
  const found = await owner.call(API.attachments.ofPackage, { params: { id: 'p1' } })
  expect(found.map(({ projectId }) => projectId)).toEqual([PROJECT])
})

test('[EX19] those who see it read when it was restored and by whom, after an account is gone too', async () => {
  const world = await filled()
  const { id } = await restore(world, 'colleague', await downloadArchive(world, 'owner'))
  const restored = { on: world.clock.now, by: 'colleague Person' }
  await world.database.queries
    .updateTable('users')
    .set({ name: '' })
    .where('id', '=', world.users.colleague)
    .execute()
  for (const username of ['colleague', 'admin'] as const) {
    const client = await world.as(username)
    const { items } = await client.call(API.projects.byOrganization, {
      params: { id: String(world.companies.city) },
      body: {},
    })
    expect(items.map((project) => [project.id, project.restored])).toContainEqual([id, restored])
    expect(items.filter((project) => 'restored' in project)).toHaveLength(1)
    expect(await client.call(API.projects.get, { params: { id } })).toMatchObject({ restored })
    const { entries } = await client.call(API.projectLog.entries, {
      params: { id },
      body: { audience: 'team' },
    })
    expect(entries).toMatchObject([
      {
        ...{ kind: 'created', actorId: world.users.colleague, at: restored.on },
        detail: { isRestored: true },
      },
    ])
  }
})

test('[EX16] it can be deleted as others, and its lines go with it', async () => {
  const world = await filled()
  const { id } = await restore(world, 'colleague', await downloadArchive(world, 'owner'))
  await (await world.as('colleague')).call(API.projects.delete, { params: { id } })
  for (const table of ['restorations', 'archive_lines', 'requirements'] as const)
    expect(
      await world.database.queries
        .selectFrom(table)
        .selectAll()
        .where('project_id', '=', id)
        .execute(),
    ).toEqual([])
})

test('[EX16] files count against the quota, and a refused restoration takes them back', async () => {
  const archive = await downloadArchive(await filled(), 'owner')
  const small = await build(OPEN, { fileQuotaBytes: PLAN.length - 1 })
  const before = await everyRow(small.database, OF_CALLS)
  expect(await post(small, 'owner', archive)).toMatchObject({
    status: 409,
    body: { messageCodes: ['FILE_QUOTA'] },
  })
  expect((await everyRow(small.database, OF_CALLS)) === before).toBe(true)
  const other = await build(OPEN)
  const { id } = await restore(other, 'owner', archive)
  const uploads = await other.database.queries.selectFrom('blob_uploads').selectAll().execute()
  expect(uploads).toMatchObject([{ sha256: hashOf(PLAN), counted: PLAN.length }])
  const client = await other.as('owner')
  const file = await client.raw('GET', '/projects-service/attachments/file1/content')
  expect([file.status, id]).toEqual([200, expect.any(String)])
  for (const username of ['alpha-primary', 'reviewer', 'village-admin'] as const) {
    const stranger = await other.as(username)
    const path = '/projects-service/attachments/file1/content'
    expect((await stranger.raw('GET', path)).status).toBe(404)
  }
})

test('[EX17] a hostile archive is refused with entry and line, and changes nothing', async () => {
  const world = await filled()
  const archive = await downloadArchive(world, 'owner')
  const parts = unzipSync(archive)
  const changed = (change: (own: Record<string, Uint8Array>) => void): Uint8Array => {
    const own = { ...parts }
    change(own)
    return zipSync(own)
  }
  const lines = textOf(parts['rows/requirement.jsonl'])
  const manifest = textOf(parts['manifest.json'])
  const encode = (text: string): Uint8Array => new TextEncoder().encode(text)
  const rebuilt = (path: string, text: string): Uint8Array =>
    changed((own) => {
      const named = JSON.parse(manifest) as ArchiveManifest
      own[path] = encode(text)
      own['manifest.json'] = encode(
        JSON.stringify({
          ...named,
          parts: named.parts.map((part) =>
            part.path === path
              ? { ...part, bytes: Buffer.byteLength(text), sha256: hashOf(Buffer.from(text)) }
              : part,
          ),
        }),
      )
    })
  const attachments = textOf(parts['rows/attachment.jsonl'])
  const cases: [Uint8Array, object][] = [
    [
      rebuilt('rows/attachment.jsonl', attachments.replace(/"name":"[^"]*"/, '"name":"offer.exe"')),
      { entry: `files/${hashOf(PLAN)}` },
    ],
    [
      rebuilt('rows/package.jsonl', `${'x'.repeat(RESTORE_LIMITS.lineBytes + 1)}\n`),
      { entry: 'rows/package.jsonl', line: 1 },
    ],
    [new Uint8Array(), {}],
    [new Uint8Array(1_000_000), {}],
    [archive.subarray(0, -100), {}],
    [
      changed((own) => {
        own['rows/requirement.jsonl'] = encode(lines.replace('"version":', '"versiom":'))
      }),
      { entry: 'rows/requirement.jsonl', line: 1 },
    ],
    [
      changed((own) => {
        own['files/../../../etc/passwd'] = encode('x')
      }),
      {},
    ],
    [
      changed((own) => {
        own[`files/${hashOf(PLAN)}`] = new Uint8Array(PLAN.length)
      }),
      { entry: `files/${hashOf(PLAN)}` },
    ],
    [changed((own) => delete own['members.jsonl']), { entry: 'numbering.jsonl' }],
    [
      changed((own) => {
        own['manifest.json'] = encode(manifest.replace('"version": 2', '"version": 3'))
      }),
      { entry: 'manifest.json' },
    ],
    [
      changed((own) => {
        own['rows/package.jsonl'] = new Uint8Array(50_000_000)
      }),
      { entry: 'rows/package.jsonl' },
    ],
  ]
  await world.as('colleague')
  const before = await rowsAtRest(world)
  for (const [bytes, detail] of cases) {
    const { status, body } = await post(world, 'colleague', bytes)
    expect([status, body['messageCodes'], body['detail']]).toEqual([
      422,
      ['ARCHIVE_INVALID'],
      expect.objectContaining(detail),
    ])
    expect(JSON.stringify(body)).not.toContain('ALPHA-TAINT')
  }
  expect((await everyRow(world.database, BESIDE)) === before).toBe(true)
  expect(readdirSync(join(world.filesDir, 'parts'))).toEqual([])
})

test('[EX17] a file that the scanner reports refuses the archive, and changes nothing', async () => {
  const archive = await downloadArchive(await filled(), 'owner')
  const scanFile: ScanFile = () =>
    Promise.reject(new Refusal('FILE_STORAGE_NOT_CLEAN_REJECTED', { field: 'file' }))
  const world = await build(OPEN, { scanFile })
  await world.as('colleague')
  const before = await rowsAtRest(world)
  expect(await post(world, 'colleague', archive)).toMatchObject({
    status: 422,
    body: { messageCodes: ['FILE_STORAGE_NOT_CLEAN_REJECTED'] },
  })
  expect((await everyRow(world.database, BESIDE)) === before).toBe(true)
  expect(readdirSync(join(world.filesDir, 'parts'))).toEqual([])
})

test('[EX17] a person who loses the right during the check restores nothing', async () => {
  const archive = await downloadArchive(await filled(), 'owner')
  let world: World | null = null
  const scanFile: ScanFile = async () => {
    await world?.database.queries
      .updateTable('organization_members')
      .set({ roles: '[]' })
      .where('user_id', '=', world.users.colleague)
      .execute()
  }
  world = await build(OPEN, { scanFile })
  expect(await post(world, 'colleague', archive)).toMatchObject({
    status: 403,
    body: { messageCodes: ['NOT_ALLOWED'] },
  })
  for (const table of ['restorations', 'blob_uploads'] as const)
    expect(await world.database.queries.selectFrom(table).selectAll().execute()).toEqual([])
})

test('[EX16] of several restored projects, a call that names a row alone means the newest', async () => {
  const archive = await downloadArchive(await filled(), 'owner')
  const world = await build(OPEN)
  const client = await world.as('village-admin')
  for (let count = 0; count < 3; count++) {
    world.clock.now += 1
    const { id } = await restore(world, 'village-admin', archive)
    const found = await client.call(API.attachments.ofPackage, { params: { id: 'p1' } })
    expect(found.map(({ projectId }) => projectId)).toEqual([id])
  }
})

test('[EX18] the answer arrives however long the check takes', async () => {
  const archive = await downloadArchive(await filled(), 'owner')
  const scanFile: ScanFile = () => setTimeout(2_000)
  const world = await build(OPEN, { scanFile, requestPace: { idleMs: 500 } })
  await restore(world, 'colleague', archive)
})

test.runIf(testDatabaseKind === 'postgres')(
  '[EX17] a NUL that PostgreSQL cannot store is refused with entry and line',
  async () => {
    const world = await filled()
    const parts = unzipSync(await downloadArchive(world, 'owner'))
    const path = 'rows/attachment.jsonl'
    const lines = Buffer.from(textOf(parts[path]).replace('"id":"file1"', '"id":"file1\\u0000"'))
    const manifest = JSON.parse(textOf(parts['manifest.json'])) as ArchiveManifest
    const named = manifest.parts.map((part) =>
      part.path === path ? { ...part, bytes: lines.length, sha256: hashOf(lines) } : part,
    )
    parts[path] = lines
    parts['manifest.json'] = Buffer.from(JSON.stringify({ ...manifest, parts: named }))
    expect(await post(world, 'colleague', zipSync(parts))).toMatchObject({
      status: 422,
      body: { messageCodes: ['ARCHIVE_INVALID'], detail: { entry: path, line: 1 } },
    })
  },
)

const REFUSED = ['reviewer', 'alpha-primary', 'gamma-primary', 'clerk'] as const
test('[EX17] only people who may create projects restore one', async () => {
  const world = await filled()
  const archive = await downloadArchive(world, 'owner')
  const { token } = await world.as('colleague')
  for (const username of REFUSED) await world.as(username)
  const before = await rowsAtRest(world)
  for (const username of REFUSED)
    expect([username, (await post(world, username, archive)).status]).toEqual([username, 403])
  const json = await fetch(`${world.url}${PATH}`, {
    method: 'POST',
    headers: { 'X-Auth-Token': token, 'content-type': 'application/json' },
    body: '{}',
  })
  expect(json.status).toBe(400)
  expect((await everyRow(world.database, BESIDE)) === before).toBe(true)
})
