import { createHash } from 'node:crypto'
import { unzipSync } from 'fflate'
import * as v from 'valibot'
import { afterEach, expect, test } from 'vitest'
import { ARCHIVE_SCHEMAS, ArchiveManifest } from '#schema/entities/archive.ts'
import { ROW_SCHEMAS } from '#schema/entities/rows.ts'
import { type OpenEntry, verifyChain } from '#schema/rules/project/project-log.ts'
import { addAnswer, addFileAndEntries, downloadArchive } from './archive-world.ts'
import { hashOf, PLAN } from './send-file.ts'
import { buildWorld, PROJECT, type Username, type World, type WorldOptions } from './world.ts'

let world: World
afterEach(() => world.close())
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')

const build = async (project: WorldOptions['project']): Promise<void> => {
  world = await buildWorld({ project })
  await addAnswer(world)
}
const download = (username: Username) => downloadArchive(world, username)
const textOf = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes)
const manifestOf = (entries: Record<string, Uint8Array>) =>
  v.parse(ArchiveManifest, JSON.parse(textOf(entries['manifest.json'])))
const linesOf = (bytes: Uint8Array | undefined): unknown[] =>
  textOf(bytes)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown)

test('[EX12] every part has its hash, lines match the schema, and chains verify', async () => {
  await build({ state: 'EVALUATION', publishedOn: 0 })
  await addFileAndEntries(world)
  const entries = unzipSync(await download('owner'))
  const { parts, leavesOutSealed } = manifestOf(entries)
  expect(leavesOutSealed).toBe(false)
  expect(Object.keys(entries)).toEqual([...parts.map(({ path }) => path), 'manifest.json'])
  for (const { path, bytes, sha256: hash, rows } of parts) {
    const part = entries[path] ?? new Uint8Array()
    expect([path, part.length, sha256(part)]).toEqual([path, bytes, hash])
    if (rows !== null) expect(linesOf(part)).toHaveLength(rows)
  }
  for (const [entity, schema] of Object.entries(ROW_SCHEMAS))
    for (const line of linesOf(entries[`rows/${entity}.jsonl`])) v.parse(schema, line)
  for (const line of linesOf(entries['members.jsonl']))
    v.parse(ARCHIVE_SCHEMAS['members.jsonl'], line)
  expect(linesOf(entries['rows/requirement.jsonl'])).toHaveLength(3)
  expect(textOf(entries['rows/commitment.jsonl'])).toContain('ALPHA-TAINT')
  expect(entries[`files/${hashOf(PLAN)}`]).toEqual(new Uint8Array(PLAN))
  const { alpha, beta } = world.companies
  const chains = ['team', `v${alpha}`, `v${beta}`].map((name) => `log/${name}.jsonl`)
  expect(
    Object.keys(entries)
      .filter((path) => path.startsWith('log/'))
      .sort(),
  ).toEqual(chains.sort())
  for (const [path, part] of Object.entries(entries)) {
    if (!path.startsWith('log/')) continue
    const audience = path.slice(4, -6) as 'team'
    const chain = { projectId: PROJECT, audience }
    for (const line of linesOf(part)) v.parse(ARCHIVE_SCHEMAS['log/*.jsonl'], line)
    expect(await verifyChain(chain, linesOf(part) as OpenEntry[], { sha256 })).toBeNull()
  }
})

test('[EX12] an unchanged project gives equal bytes', async () => {
  await build({ state: 'EVALUATION', publishedOn: 0 })
  const first = await download('owner')
  expect(sha256(await download('owner'))).toBe(sha256(first))
})

test('[EX11] it holds nothing sealed before the opening, and says so', async () => {
  await build({ state: 'PUBLISHED', publishedOn: 0, sealed: true })
  await addFileAndEntries(world)
  const entries = unzipSync(await download('owner'))
  expect(manifestOf(entries).leavesOutSealed).toBe(true)
  expect(Object.values(entries).map(textOf).join('')).not.toContain('ALPHA-TAINT')
  expect(entries['rows/commitment.jsonl']).toHaveLength(0)
  expect(Object.keys(entries).filter((path) => path.startsWith('log/v'))).toEqual([])
})

test('[EX11] no one else starts one, and it has no other format or choice of vendors', async () => {
  await build({ state: 'EVALUATION', publishedOn: 0 })
  const start = async (username: Username, more: object = {}) => {
    const path = `/projects-service/projects/${PROJECT}/exports/start`
    const body = { content: 'archive', format: 'tenderbook', ...more }
    return (await (await world.as(username)).raw('POST', path, body)).status
  }
  await world.database.queries
    .updateTable('project_members')
    .set({ roles: '["role-project-admin"]' })
    .where('user_id', '=', world.users.approver)
    .execute()
  for (const username of [
    'admin',
    'approver',
    'author',
    'reviewer',
    'colleague',
    'alpha-primary',
    'gamma-primary',
    'clerk',
    'village-admin',
  ] as const)
    expect([username, await start(username)]).toEqual([username, 403])
  expect(await start('owner')).toBe(200)
  for (const more of [{ format: 'json' }, { vendorIds: [1] }, { content: 'log' }])
    expect(await start('owner', more)).toBe(400)
})
