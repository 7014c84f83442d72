import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ArchiveManifest } from '#schema/entities/archive.ts'
import type { Project } from '#schema/entities/project.ts'
import { ENTITIES } from '#schema/entities/rows.ts'
import { buildStores, keepBytes, type TestStores } from '../../tests/support/blob-stores.ts'
import { type ContentTown, openContentTown } from '../../tests/support/content-town.ts'
import { NOW } from '../../tests/support/empty-database.ts'
import { buildCommitment, PROJECT_ID } from '../../tests/support/project-rows.ts'
import { linesOf, sha256 } from '../../tests/support/small-archive.ts'
import {
  archive,
  attachment,
  change,
  FILE,
  ofVersion1,
  PLAN,
  verdict,
} from '../../tests/support/whole-archive.ts'
import { readPersonIn } from '../database/access/read-actor.ts'
import { appendToLog } from '../database/project-log/append.ts'
import type { BlobStore } from '../files/blob-store.ts'
import { UploadTurns } from '../files/receive.ts'
import { openProject } from '../projects-service/open-project.ts'
import { restoreArchive } from '../restore/restore-archive.ts'
import { FILE_PIECE, writeArchive } from './write-archive.ts'

const HASH = sha256(PLAN)
let town: ContentTown
let stores: TestStores
let blobs: BlobStore
let pages: number[]
beforeEach(async () => {
  stores = await buildStores('folder')
  blobs = stores.open()
  await keepBytes(blobs, Buffer.from(PLAN), HASH)
  pages = []
})
afterEach(async () => {
  await town.rows.close()
  await stores.close()
})
const openTown = async (project: Partial<Project>) => {
  town = await openContentTown(
    { publishedOn: 1, language: 'sk', ...project },
    ({ alpha, beta }) => ({
      commitment: [
        buildCommitment({ vendorId: beta, values: { met: 10 } }),
        buildCommitment({ vendorId: alpha, values: { met: 50 } }),
      ],
      attachment: [
        attachment('a2'),
        attachment('a1'),
        attachment('a3', { vendorId: alpha }),
      ] as never,
    }),
  )
  const { queries } = town.rows.database
  await queries
    .insertInto('numbering')
    .values(
      ['SEC', 'FUN', 'ABC'].map((prefix, index) => ({
        ...{ lineage_id: index === 2 ? 'other' : PROJECT_ID, prefix, last_number: index + 1 },
      })),
    )
    .execute()
}
const write = async (projectId = PROJECT_ID, writtenOn = NOW): Promise<Buffer> => {
  const pieces: Uint8Array[] = []
  const opened = await openProject(await town.calls.by(town.olga), projectId)
  await writeArchive(opened, {
    sink: { write: async (bytes) => void pieces.push(Buffer.from(bytes)) },
    blobs: { read: (hash) => blobs.read(hash) as AsyncIterable<Uint8Array> },
    writtenOn,
    onPage: (rows) => void pages.push(rows),
  })
  return Buffer.concat(pieces)
}
const partsOf = (bytes: Buffer) =>
  new Map(
    Object.entries(unzipSync(bytes)).map(([path, part]) => [path, Buffer.from(part).toString()]),
  )
const linesIn = (parts: ReadonlyMap<string, string>, path: string) =>
  (parts.get(path) ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
const manifestOf = (parts: ReadonlyMap<string, string>) =>
  JSON.parse(parts.get('manifest.json') ?? '') as ArchiveManifest

describe('[EX12] an archive', () => {
  it('has every part in its order, each as its manifest says', async () => {
    await openTown({ state: 'EVALUATION' })
    const bytes = await write()
    expect(await verdict(bytes)).toBe('valid')
    const parts = partsOf(bytes)
    const manifest = manifestOf(parts)
    expect(manifest).toMatchObject({
      ...{ format: 'tenderbook-archive', version: 2, writtenOn: NOW, leavesOutSealed: false },
      project: { id: PROJECT_ID, name: 'Groupware', version: '1' },
    })
    const paths = manifest.parts.map(({ path }) => path)
    expect(paths).toEqual([
      ...ENTITIES.map((entity) => `rows/${entity}.jsonl`),
      ...['members.jsonl', 'numbering.jsonl', 'history.jsonl', FILE],
    ])
    expect([...parts.keys()]).toEqual([...paths, 'manifest.json'])
    for (const { path, rows, bytes: length, sha256: hash } of manifest.parts) {
      const text = parts.get(path) ?? ''
      expect([length, hash]).toEqual([Buffer.byteLength(text), sha256(text)])
      expect(rows).toBe(path === FILE ? null : linesIn(parts, path).length)
    }
    expect(parts.get(FILE)).toBe(PLAN)
  })

  it('has the rows of its project alone, in the order of their ids', async () => {
    await openTown({ state: 'EVALUATION' })
    const { rows } = town
    await rows.database.queries
      .insertInto('project_members')
      .values({
        project_id: 'other',
        user_id: await rows.person('nora'),
        roles: '[]',
        created_on: NOW,
      })
      .execute()
    const parts = partsOf(await write())
    const ids = (entity: string) => linesIn(parts, `rows/${entity}.jsonl`).map(({ id }) => id)
    const { alpha, beta } = town
    expect(ids('requirement')).toEqual(['r1', 'r2', 'r3'])
    expect(ids('commitment')).toEqual([alpha, beta].map((id) => `r1.${id}`).toSorted())
    expect(ids('attachment')).toEqual(['a1', 'a2', 'a3'])
    const projects = ENTITIES.flatMap((entity) => linesIn(parts, `rows/${entity}.jsonl`))
    expect(new Set(projects.map((row) => row['projectId'] ?? row['id']))).toEqual(
      new Set([PROJECT_ID]),
    )
    expect(linesIn(parts, 'numbering.jsonl')).toEqual([
      { prefix: 'FUN', lastNumber: 2 },
      { prefix: 'SEC', lastNumber: 1 },
    ])
    // Its owner is among the members, without a role; a member of another project is not.
    expect(linesIn(parts, 'members.jsonl')).toEqual([
      { userId: town.olga, name: 'olga Person', email: 'olga@city.example', roles: [] },
      ...[{ userId: town.anna, name: 'anna Person', email: 'anna@city.example' }].map((row) => ({
        ...row,
        roles: ['role-project-req-author'],
      })),
    ])
  })

  it('with equal content has equal bytes, but for the time of writing', async () => {
    await openTown({ state: 'EVALUATION' })
    const [first, second, later] = [await write(), await write(), await write(PROJECT_ID, NOW + 1)]
    expect(first.equals(second)).toBe(true)
    const [a, b] = [partsOf(first), partsOf(later)]
    const { writtenOn, ...rest } = manifestOf(b)
    expect(manifestOf(a)).toEqual({ ...rest, writtenOn: writtenOn - 1 })
  })

  it('tells how many rows it has written, and is stopped by an error', async () => {
    await openTown({ state: 'EVALUATION' })
    const parts = partsOf(await write())
    const rows = manifestOf(parts).parts.reduce((sum, part) => sum + (part.rows ?? 1), 0)
    expect(pages.reduce((sum, count) => sum + count, 0)).toBe(rows)
    expect(Math.ceil(PLAN.length / FILE_PIECE)).toBe(1)
    pages.push = () => {
      throw new Error('stopped')
    }
    await expect(write()).rejects.toThrow('stopped')
  })

  it('is not written with a file that is damaged', async () => {
    await openTown({ state: 'EVALUATION' })
    await blobs.remove(HASH)
    await keepBytes(blobs, Buffer.from('%PDF-1.7 the plot'), HASH)
    await expect(write()).rejects.toThrow(`The stored file ${HASH} is damaged`)
  })
})

describe('[EX11] the archive of a sealed project', () => {
  it('has no answer, no file of a vendor, and says so', async () => {
    await openTown({ state: 'PUBLISHED', deadline: null, deadlineAt: null })
    const { database } = town.rows
    await database.write(async (tx) => {
      const context = { projectId: PROJECT_ID, now: NOW, actorId: town.olga }
      await appendToLog(tx, context, { kind: 'created', detail: {} })
    })
    const bytes = await write()
    expect(await verdict(bytes)).toBe('valid')
    const parts = partsOf(bytes)
    expect(manifestOf(parts).leavesOutSealed).toBe(true)
    expect(linesIn(parts, 'rows/commitment.jsonl')).toEqual([])
    expect(linesIn(parts, 'rows/attachment.jsonl').map(({ id }) => id)).toEqual(['a1', 'a2'])
    expect(linesIn(parts, 'log/team.jsonl')).toHaveLength(1)
    expect([...parts.keys()].filter((path) => path.startsWith('log/v'))).toEqual([])
  })
})

describe('[EX15] a restored project', () => {
  const restore = async (bytes: Buffer): Promise<string> => {
    const folder = await mkdtemp(join(tmpdir(), 'tenderbook-archive-'))
    await writeFile(join(folder, 'a'), bytes)
    const file = await open(join(folder, 'a'))
    try {
      const { database } = town.rows
      const person = await readPersonIn(database.queries, town.olga, town.city)
      if (person === null) throw new Error('The person is no member')
      const { commands, clock } = town.calls.services
      const files = { database, blobs, clock, quotaBytes: 1_000, turns: new UploadTurns() }
      return (await restoreArchive({ commands, files }, person, file)).id
    } finally {
      await file.close()
      await rm(folder, { recursive: true })
    }
  }
  it.each([
    ['with history', archive()],
    ['of version 1', archive(ofVersion1, { version: 1 })],
    [
      'with more lines than a page',
      archive((parts) => {
        const lines = Array.from({ length: 850 }, (_, at) => ({ ...change, at: at + 1 }))
        parts.set('history.jsonl', linesOf(lines))
      }),
    ],
  ])('%s gives the same archive again', async (_what, bytes) => {
    await openTown({ state: 'EVALUATION' })
    const again = await write(await restore(bytes), 1)
    expect(await verdict(again)).toBe('valid')
    const [former, present] = [partsOf(bytes), partsOf(again)]
    expect(manifestOf(present)).toEqual(manifestOf(former))
    const { size } = former
    expect([
      present.size,
      [...present].filter(([path, part]) => former.get(path) !== part),
    ]).toEqual([size, [['manifest.json', present.get('manifest.json')]]])
  })
})
