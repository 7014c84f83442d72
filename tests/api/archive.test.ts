import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import * as v from 'valibot'
import { afterEach, expect, test } from 'vitest'
import { API } from '#schema/api/index.ts'
import { ARCHIVE_SCHEMAS, ArchiveManifest } from '#schema/entities/archive.ts'
import type { Attachment } from '#schema/entities/attachment.ts'
import { ROW_SCHEMAS } from '#schema/entities/rows.ts'
import { type OpenEntry, verifyChain } from '#schema/rules/project/project-log.ts'
import { appendToLog } from '#server/database/project-log/append.ts'
import { buildCommitment } from '../support/project-rows.ts'
import { hashOf, PLAN } from './send-file.ts'
import { buildWorld, PROJECT, type Username, type World, type WorldOptions } from './world.ts'

let world: World
afterEach(() => world.close())
const params = { id: PROJECT }
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')

const build = async (project: WorldOptions['project']): Promise<void> => {
  world = await buildWorld({ project })
  const vendorId = world.companies.alpha
  const place = { requirementId: 'r1', packageId: 'p1', documentId: 'd1' }
  const row = buildCommitment({ ...place, vendorId, values: { note: 'ALPHA-TAINT' } })
  await world.database.queries
    .insertInto('commitments')
    .values({
      project_id: PROJECT,
      id: row.id,
      updated_on: 0,
      body: JSON.stringify(row),
      package_id: 'p1',
      document_id: 'd1',
      requirement_id: 'r1',
      vendor_id: vendorId,
      answered: 1,
      submitted: 0,
    })
    .execute()
}
/** An attached file of the requestors, and an entry in the chains of the team and of each vendor. */
const addFileAndEntries = async (): Promise<void> => {
  const folder = join(world.filesDir, 'whole', hashOf(PLAN).slice(0, 2))
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, hashOf(PLAN)), PLAN)
  const file = { contentHash: hashOf(PLAN), bytes: PLAN.length, mime: 'application/pdf' }
  const row: Attachment = {
    id: 'file1',
    projectId: PROJECT,
    packageId: 'p1',
    documentId: null,
    requirementId: null,
    vendorId: null,
    file,
    name: 'plan.pdf',
    alias: '',
    description: '',
    createdByOrg: world.companies.city,
    createdBy: world.users.owner,
    createdByName: 'owner Person',
    createdOn: 1,
    updatedOn: 1,
  }
  await world.database.write(async (tx) => {
    await tx
      .insertInto('attachments')
      .values({
        project_id: PROJECT,
        id: row.id,
        updated_on: 0,
        body: JSON.stringify(row),
        package_id: 'p1',
        document_id: null,
        requirement_id: null,
        vendor_id: null,
        content_hash: hashOf(PLAN),
      })
      .execute()
    const context = { projectId: PROJECT, now: 5, actorId: null }
    const detail = { from: 'PUBLISHED', to: 'EVALUATION', by: 'system' } as const
    await appendToLog(tx, context, { kind: 'moved', detail })
  })
}
const download = async (username: Username): Promise<Uint8Array> => {
  const client = await world.as(username)
  const body = { content: 'archive', format: 'tenderbook', vendorIds: null } as const
  const made = await client.call(API.exports.start, { params, body })
  expect([made.state, made.fileName]).toEqual(['ready', expect.stringMatching(/\.tenderbook$/)])
  const path = `/api/projects-service/projects/${PROJECT}/exports/${made.id}/content`
  const answer = await fetch(`${world.url}${path}`, { headers: { 'X-Auth-Token': client.token } })
  return new Uint8Array(await answer.arrayBuffer())
}
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
  await addFileAndEntries()
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
  await addFileAndEntries()
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
  for (const username of ['alpha-primary', 'gamma-primary', 'clerk', 'village-admin'] as const)
    expect([username, await start(username)]).toEqual([username, 403])
  for (const more of [{ format: 'json' }, { vendorIds: [1] }, { content: 'log' }])
    expect(await start('owner', more)).toBe(400)
})
