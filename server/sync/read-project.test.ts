import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { PullPage, PullRequest } from '#schema/api/sync.ts'
import type { Project } from '#schema/entities/project.ts'
import type { Row } from '#schema/entities/rows.ts'
import { BucketDigest, coveredIn, versionOf } from '#schema/rules/project/bucket-digest.ts'
import { type EmptyDatabase, NOW, openEmptyDatabase } from '../../tests/support/empty-database.ts'
import {
  buildCommitment,
  buildPackage,
  buildProject,
  buildProjectVendor,
  buildRows,
  buildSection,
  PROJECT_ID,
} from '../../tests/support/project-rows.ts'
import { inProject, storeRows } from '../../tests/support/stored-project.ts'
import { closeUnit, openUnit, type ProjectUnit } from '../commands/project-unit.ts'
import { BucketDigests } from './bucket-digests.ts'
import { compare } from './compare.ts'
import { epochOf } from './epoch.ts'
import { knownBuckets } from './known-buckets.ts'
import { pull } from './pull.ts'
import { type Positions, readBuckets } from './read-buckets.ts'

let rows: EmptyDatabase
let [city, village, alpha, beta, owner, vera] = [0, 0, 0, 0, 0, 0]
let now: number
/** City's project with Alpha and Beta; the same rows in a project of Village. */
beforeEach(async () => {
  rows = await openEmptyDatabase()
  now = NOW
  city = await rows.organization('City')
  village = await rows.organization('Village')
  alpha = await rows.organization('Alpha', { parent_id: city })
  beta = await rows.organization('Beta', { parent_id: city })
  owner = await rows.person('olga', { active_organization_id: city })
  await rows.member(city, owner)
  vera = await rows.person('vera', { active_organization_id: alpha })
  await rows.member(alpha, vera, {
    is_primary_contact: 1,
    roles: '["role-vendor-primary-contact"]',
  })
})
afterEach(() => rows.close())

const projectOf = (changes: Partial<Project> = {}) =>
  buildProject({
    organizationId: city,
    ownerId: owner,
    state: 'PUBLISHED',
    publishedOn: 1,
    ...changes,
  })
const store = async (changes: Partial<Project> = {}) => {
  const set = buildRows({
    project: [projectOf(changes)],
    projectVendor: [buildProjectVendor(alpha), buildProjectVendor(beta)],
    commitment: [alpha, beta].map((vendorId) =>
      buildCommitment({ vendorId, values: { met: vendorId } }),
    ),
  })
  await storeRows(rows, set)
  await storeRows(
    rows,
    inProject({ ...set, project: [projectOf({ organizationId: village })] }, 'other'),
  )
}
const change = (work: (unit: ProjectUnit) => void) =>
  rows.database.write(async (tx) => {
    const { dialect } = rows.database
    const unit = await openUnit(tx, { dialect, clock: () => now }, PROJECT_ID)
    work(unit)
    unit.rows.accept()
    return await closeUnit(tx, unit, { id: owner, name: 'Olga' })
  })
const write = (name: string) =>
  change((unit) => unit.rows.put('section', buildSection({ name }), now))
const newest = async (buckets: string[], projectId = PROJECT_ID) =>
  Math.max(
    0,
    ...(
      await rows.database.queries
        .selectFrom('sync_row')
        .select('seq')
        .where('project_id', '=', projectId)
        .where('bucket', 'in', buckets)
        .execute()
    ).map(({ seq }) => seq),
  )

it('the epoch changes with the buckets, their order and the server', () => {
  const epoch = epochOf('server', ['a', 'b'])
  expect(epochOf('server', ['a', 'b'])).toBe(epoch)
  // A device keeps its copies only while this number stays: computed with sha256sum.
  expect(epoch).toBe(26_960_300_147_339)
  for (const other of [
    epochOf('other', ['a', 'b']),
    epochOf('server', ['a']),
    epochOf('server', ['b', 'a']),
    epochOf('server', ['ab']),
  ])
    expect(other).not.toBe(epoch)
})

it('[PT1] a device of an older protocol gets no buckets that it does not know', () => {
  const buckets = ['*:pub', 'p1:v7', 'p1:w7', 'w7:pub']
  expect(knownBuckets(buckets, 6)).toEqual(buckets)
  expect(knownBuckets(buckets, 7)).toEqual(buckets)
  expect(knownBuckets(buckets, 5)).toEqual(['*:pub', 'p1:v7', 'w7:pub'])
})

describe('the rows after the cursors of a device', () => {
  const buckets = ['*:int', 'p1:int', 'p2:int']
  const read = (known: Positions, more: Partial<Parameters<typeof readBuckets>[1]> = {}) =>
    rows.database.read((tx) =>
      readBuckets(tx, {
        dialect: rows.database.dialect,
        projectId: PROJECT_ID,
        buckets,
        known,
        limit: 1_000,
        now,
        ...more,
      }),
    )
  const idsOf = (page: { rows: string[] }) =>
    page.rows.map((text) => {
      const { bucket, id, row } = JSON.parse(text)
      return `${bucket} ${id}${row === null ? ' gone' : ''}`
    })
  const everything = (position: [number, number]): Positions =>
    Object.fromEntries(buckets.map((bucket) => [bucket, position]))
  beforeEach(() => store())

  it('[SY12] are all at first, then only the newer ones, then none', async () => {
    const first = await read({})
    expect([first.isComplete, first.reset, first.drop]).toEqual([true, [], []])
    expect(idsOf(first)).toContain('p1:int r1')
    expect(new Set(idsOf(first).map((id) => id.split(' ')[0]))).toEqual(new Set(buckets))
    const at = await newest(buckets)
    expect(first.head).toBe(at)
    const base = (NOW - 3_600_000) * 1_000
    expect(first.cursors).toEqual(everything([at, base]))
    expect(idsOf(await read(first.cursors))).toEqual([])
    await write('Renamed')
    const next = await read(first.cursors)
    expect(idsOf(next)).toEqual(['p1:int s1'])
    expect(next.head).toBe(NOW * 1_000)
    expect(next.cursors).toEqual(everything([NOW * 1_000, NOW * 1_000]))
    expect(idsOf(await read(next.cursors))).toEqual([])
  })

  it('[IS5] end at the newest position of these buckets, not of the project', async () => {
    const vendors = ['*:pub', `p1:v${alpha}`]
    const before = await read({}, { buckets: vendors })
    await change((unit) =>
      unit.rows.put('commitment', buildCommitment({ vendorId: beta, values: { met: 1 } }), now),
    )
    const after = await read({}, { buckets: vendors })
    expect([after.head, after.cursors]).toEqual([before.head, before.cursors])
    expect(after.head).toBe(await newest(vendors))
    expect(after.head).toBeLessThan(NOW * 1_000)
    // Requestors learn that the vendor has started, at the row of its progress.
    expect((await read({})).head).toBe(await newest(buckets))
  })

  it('[SY11] come in pages, each row once, and a full last page needs no other', async () => {
    const whole = idsOf(await read({}))
    for (const limit of [1, 2, 3, whole.length - 1, whole.length]) {
      const found: string[] = []
      let pages = 0
      let known: Positions = {}
      for (;;) {
        const page = await read(known, { limit })
        pages += 1
        expect(page.rows.length).toBeLessThanOrEqual(limit)
        found.push(...idsOf(page))
        known = page.cursors
        if (page.isComplete) break
      }
      expect(found, `pages of ${limit}`).toEqual(whole)
      expect(pages).toBe(Math.ceil(whole.length / limit))
      expect(known).toEqual((await read({})).cursors)
    }
  })

  it('[SY13] tell of deletions, but a first copy has nothing to delete', async () => {
    const { cursors } = await read({})
    await change((unit) => unit.rows.delete('section', 's1'))
    expect(idsOf(await read(cursors))).toEqual(['p1:int s1 gone'])
    const first = await read({})
    expect(idsOf(first)).not.toContain('p1:int s1 gone')
    expect(first.head).toBe(NOW * 1_000)
    expect(idsOf(await read(first.cursors))).toEqual([])
    // A new bucket beside known ones is read from its beginning.
    const { 'p2:int': _new, ...known } = cursors
    expect(idsOf(await read(known)).filter((id) => id.startsWith('p2'))).not.toEqual([])
  })

  it('[SY14] buckets that the person lost are dropped', async () => {
    const known = everything([1, NOW * 1_000])
    const page = await read(known, { buckets: ['*:int'] })
    expect(page.drop).toEqual(['p1:int', 'p2:int'])
    expect(Object.keys(page.cursors)).toEqual(['*:int'])
  })

  it('[SY14] with a lost bucket, a position above the rest brings the rest again', async () => {
    const { cursors } = await read({})
    const whole = idsOf(await read({}, { buckets: ['*:int'] }))
    const last = await newest(['*:int'])
    await write('Renamed')
    const above = (await read(cursors)).cursors
    const page = await read(above, { buckets: ['*:int'] })
    expect([page.reset, idsOf(page), page.head]).toEqual([['*:int'], whole, last])
    const known = { ...above, '*:int': [last, last] as [number, number] }
    expect((await read(known, { buckets: ['*:int'] })).reset).toEqual([])
  })

  it('[SY14] without a lost bucket, a position above the log is answered by the lower one', async () => {
    const { head } = await read({})
    const page = await read(everything([head + 5, NOW * 1_000]))
    expect([page.reset, idsOf(page), page.head]).toEqual([[], [], head])
  })

  it('[SY15] a copy from before the forgotten deletions is replaced, a newer one is not', async () => {
    const floor = NOW * 1_000
    await rows.database.queries
      .updateTable('project_sync')
      .set({ floor })
      .where('project_id', '=', PROJECT_ID)
      .execute()
    const whole = idsOf(await read({}))
    const known: Positions = {
      '*:int': [floor, floor],
      'p1:int': [floor, floor - 1],
      'p2:int': [floor, floor + 1],
    }
    const page = await read(known)
    expect(page.reset).toEqual(['p1:int'])
    expect(idsOf(page)).toEqual(whole.filter((id) => id.startsWith('p1')))
    expect(page.head).toBe(floor)
    expect(page.cursors).toEqual(everything([floor, floor]))
    const partial = await read({}, { limit: 1 })
    expect(partial.cursors['*:int']?.[1]).toBe(floor)
  })

  it('of an unknown project are an error', async () => {
    await expect(read({}, { projectId: 'unknown' })).rejects.toThrow('no place in the log')
  })
})

describe('a pull', () => {
  const request = (more: Partial<PullRequest> = {}): PullRequest => ({
    clientId: 'device',
    schemaVersion: 6,
    serverId: 'server',
    ackMid: 0,
    home: null,
    projects: { [PROJECT_ID]: { epoch: 0, buckets: {} } },
    ...more,
  })
  const pages = async (userId: number, more: Partial<PullRequest> = {}, pageRows?: number) => {
    const found: PullPage[] = []
    const context = {
      database: rows.database,
      serverId: 'server',
      userId,
      clock: () => now,
      ...(pageRows === undefined ? {} : { pageRows }),
    }
    for await (const line of pull(context, request(more))) {
      expect(line.endsWith('\n')).toBe(true)
      found.push(JSON.parse(line))
    }
    return found
  }
  const bucketsOf = (found: readonly PullPage[]) => [
    ...new Set(found.flatMap(({ project }) => Object.keys(project?.cursors ?? {}))),
  ]

  it('[IS1] [IS4] sends each person the rows of their own buckets', async () => {
    await store()
    const all = (await pages(owner)).flatMap(({ project }) => project?.rows ?? [])
    expect(all.some(({ entity }) => entity === 'requirement')).toBe(true)
    expect(all.some(({ entity }) => entity === 'commitment')).toBe(false)
    const own = (await pages(vera)).flatMap(({ project }) => project?.rows ?? [])
    expect(own.filter(({ entity }) => entity === 'commitment').map(({ id }) => id)).toEqual([
      `r1.${alpha}`,
    ])
    expect(JSON.stringify(own)).not.toContain('Beta')
  })

  it('sends the list of projects once, unless the device has it', async () => {
    await store()
    const [first, second, ...more] = await pages(owner)
    expect(more).toEqual([])
    expect(first?.home?.projects.map(({ id }) => id)).toEqual([PROJECT_ID])
    expect([second?.home, second?.project, second?.more, first?.more]).toEqual([
      null,
      null,
      false,
      true,
    ])
    const etag = first?.home?.etag ?? ''
    expect(etag).toHaveLength(22)
    expect((await pages(owner, { home: etag })).map(({ home }) => home)).toEqual([null, null])
    expect((await pages(owner, { home: 'other' }))[0]?.home?.etag).toBe(etag)
    const empty = await pages(owner, { projects: {} })
    expect(empty.map(({ home, more: isMore }) => [home?.etag, isMore])).toEqual([[etag, false]])
  })

  it('[SY14] [DG6] denies projects of others, unknown and closed ones alike', async () => {
    await store()
    const projects = {
      other: { epoch: 0, buckets: { '*:int': [5, 5] as [number, number] } },
      [PROJECT_ID]: { epoch: 0, buckets: {} },
      unknown: { epoch: 0, buckets: {} },
    }
    const found = await pages(owner, { projects })
    expect(found.map(({ project, denied }) => [project?.id, denied])).toEqual([
      [PROJECT_ID, ['other']],
      [undefined, ['unknown']],
    ])
    const closed = await pages(vera, { projects: { other: { epoch: 0, buckets: {} } } })
    expect(closed.map(({ denied }) => denied)).toEqual([['other']])
  })

  it('after a restore of the database sends everything again', async () => {
    await store()
    const [page] = await pages(owner)
    const projects = { [PROJECT_ID]: { epoch: 0, buckets: page?.project?.cursors ?? {} } }
    const rowsOf = async (serverId: string | null) =>
      (await pages(owner, { projects, serverId, home: page?.home?.etag ?? null }))[0]
    expect((await rowsOf('server'))?.project?.rows).toEqual([])
    expect((await rowsOf(null))?.project?.rows).toEqual([])
    const again = await rowsOf('former')
    expect(again?.project?.rows).toHaveLength(page?.project?.rows.length ?? 0)
    expect(again?.home?.etag).toBe(page?.home?.etag)
  })

  it('[SY11] of many pages equals one, and only its last page carries verdicts', async () => {
    await store()
    for (const [clientId, userId] of [
      ['device', owner],
      ['theirs', vera],
    ] as const)
      await rows.database.queries
        .insertInto('sync_client')
        .values({
          client_id: clientId,
          user_id: userId,
          organization_id: city,
          last_mid: 2,
          schema_version: 6,
          seen_at: NOW,
        })
        .execute()
    for (const [clientId, mid] of [
      ['device', 1],
      ['device', 2],
      ['theirs', 2],
    ] as const)
      await rows.database.queries
        .insertInto('mutation_result')
        .values({
          client_id: clientId,
          mid,
          status: 'applied',
          reason: null,
          detail: '{}',
          conflicts: '[]',
          command: 'sections.update',
          args: null,
          project_id: PROJECT_ID,
          client_at: NOW,
          at: NOW,
        })
        .execute()
    const [whole] = await pages(owner)
    const many = await pages(owner, { ackMid: 1 }, 2)
    const verdicts = many.map(({ results, lastMid }) => [results.map(({ mid }) => mid), lastMid])
    expect(verdicts).toEqual([...Array(many.length - 1).fill([[], 0]), [[2], 2]])
    expect(many.length).toBeGreaterThan(3)
    expect(many.flatMap(({ project }) => project?.rows ?? [])).toEqual(whole?.project?.rows)
    expect(many.map(({ more }) => more)).toEqual([...Array(many.length - 1).fill(true), false])
    expect(many.at(-2)?.project?.cursors).toEqual(whole?.project?.cursors)
    expect(many.filter(({ home }) => home !== null)).toHaveLength(1)
    const epochs = new Set(many.flatMap(({ project }) => project?.epoch ?? []))
    expect([...epochs]).toEqual([epochOf('server', bucketsOf([...many]))])
  })

  it('of a person who may no longer act is refused', async () => {
    await store()
    await rows.database.queries
      .updateTable('users')
      .set({ blocked: 1 })
      .where('id', '=', owner)
      .execute()
    await expect(pages(owner)).rejects.toThrow('WRONG_TOKEN')
  })
})

describe('a comparison', () => {
  let logged: object[]
  let digests: BucketDigests
  beforeEach(async () => {
    await store()
    logged = []
    digests = new BucketDigests(rows.database.dialect)
  })
  const ask = async (
    userId: number,
    asked: { at: number; epoch: number; buckets: Record<string, string> },
    { serverId = 'server', projectId = PROJECT_ID, rest = async () => undefined as unknown } = {},
  ) => {
    const reply = await compare(
      {
        database: rows.database,
        digests,
        serverId: 'server',
        userId,
        schemaVersion: 6,
        log: { info: (line: object) => void logged.push(line) } as never,
        rest,
      },
      { serverId, projects: { [projectId]: asked } } as Parameters<typeof compare>[1],
    )
    return reply.projects[projectId]
  }
  /** What a device of this person holds after a pull. */
  const held = async (userId: number) => {
    const found: PullPage[] = []
    const request = {
      clientId: 'device',
      schemaVersion: 6,
      serverId: 'server',
      ackMid: 0,
      home: null,
      projects: { [PROJECT_ID]: { epoch: 0, buckets: {} } },
    }
    const context = { database: rows.database, serverId: 'server', userId, clock: () => now }
    for await (const line of pull(context, request)) found.push(JSON.parse(line))
    const part = found[0]?.project
    if (!part) throw new Error('no project')
    const buckets: Record<string, string> = {}
    for (const bucket of Object.keys(part.cursors)) {
      const covered = coveredIn(bucket)
      const digest = new BucketDigest(covered)
      for (const { bucket: of, entity, id, row } of part.rows)
        if (of === bucket) digest.add(entity, id, versionOf(row as Row, covered))
      buckets[bucket] = digest.text
    }
    return { at: part.head, epoch: part.epoch, buckets }
  }
  const LATER = { verdict: 'later', buckets: [] }

  it('[DG3] tells a device that it holds what the server has', async () => {
    for (const id of [owner, vera])
      expect(await ask(id, await held(id))).toEqual({ verdict: 'same', buckets: [] })
    await write('Renamed')
    expect(await ask(owner, await held(owner))).toEqual({ verdict: 'same', buckets: [] })
    expect(logged).toEqual([])
  })

  it('[DG4] names the buckets that differ, and logs their number', async () => {
    const copy = await held(owner)
    copy.buckets['p1:int'] = copy.buckets['p2:int'] ?? ''
    expect(await ask(owner, copy)).toEqual({ verdict: 'differs', buckets: ['p1:int'] })
    expect(logged).toEqual([{ event: 'sync.differs', projectId: PROJECT_ID, buckets: 1 }])
  })

  it('[DG5] compares only at one position, and one set of buckets', async () => {
    const copy = await held(owner)
    expect(await ask(owner, { ...copy, at: copy.at - 1 })).toEqual(LATER)
    expect(await ask(owner, { ...copy, at: copy.at + 1 })).toMatchObject({ verdict: 'same' })
    expect(await ask(owner, { ...copy, epoch: copy.epoch + 1 })).toEqual(LATER)
    expect(await ask(owner, copy, { serverId: 'other' })).toEqual(LATER)
    const { 'p1:int': _left, ...fewer } = copy.buckets
    expect(await ask(owner, { ...copy, buckets: fewer })).toEqual(LATER)
    const renamed = { ...fewer, 'p9:int': '' }
    expect(await ask(owner, { ...copy, buckets: renamed })).toEqual(LATER)
    expect(await ask(owner, { ...copy, buckets: { ...copy.buckets, more: '' } })).toEqual(LATER)
    await write('Newer')
    expect(await ask(owner, copy)).toEqual(LATER)
  })

  it('[DG5] is left for later when a row changes while buckets are read', async () => {
    const copy = await held(owner)
    let rests = 0
    const rest = async () => {
      rests += 1
      if (rests === 2) await write('Between')
    }
    expect(await ask(owner, copy, { rest })).toEqual(LATER)
  })

  it('[DG6] of projects of others, and of buckets of others, is left for later', async () => {
    const [own, theirs] = [await held(owner), await held(vera)]
    expect(await ask(vera, own)).toEqual(LATER)
    expect(await ask(owner, theirs)).toEqual(LATER)
    for (const projectId of ['other', 'unknown'])
      expect(await ask(owner, own, { projectId })).toEqual(LATER)
    expect(await ask(999, own)).toEqual(LATER)
  })

  it('computes a digest again only after the bucket changed, for its project', async () => {
    const read = (newestSeq: number, projectId = PROJECT_ID) =>
      rows.database.read((tx) =>
        digests.read(tx, { projectId, bucket: 'p1:int', covered: 'version', newest: newestSeq }),
      )
    const first = await read(1)
    await change((unit) => unit.rows.put('package', buildPackage({ name: 'Renamed' }), now))
    expect(await read(1)).toBe(first)
    const second = await read(2)
    expect(second).not.toBe(first)
    expect(await read(1, 'other')).toBe(first)
    await change((unit) => unit.rows.delete('section', 's1'))
    expect(await read(3)).not.toBe(second)
  })
})
