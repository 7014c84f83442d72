import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type CompareReply, SYNC_PROTOCOL, WRONG_COPY } from '#schema/api/sync.ts'
import { BucketDigest, coveredIn, versionOf } from '#schema/rules/project/bucket-digest.ts'
import type { Entity, Row } from '#schema/entities/rows.ts'
import { compactLog } from '#server/jobs/compact-log.ts'
import { SyncDevice } from './sync-client.ts'
import { buildWorld, PROJECT as projectId, START, type Username, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await buildWorld()
})
afterAll(async () => {
  await world.close()
})
beforeEach(async () => {
  world.log.length = 0
  world.clock.now = Math.max(world.clock.now + 1_000, START)
  await world.setProject({ state: 'PUBLISHED' })
})

const device = async (username: Username): Promise<SyncDevice> => {
  const own = new SyncDevice(await world.as(username))
  await own.pull(projectId)
  return own
}
const digestsOf = ({ rows, cursors }: SyncDevice): Record<string, string> =>
  Object.fromEntries(
    Object.keys(cursors).map((bucket) => {
      const covered = coveredIn(bucket)
      const digest = new BucketDigest(covered)
      for (const { entity, id, row } of rows.get(bucket)?.values() ?? []) {
        digest.add(entity as Entity, id, versionOf(row as Row, covered))
      }
      return [bucket, digest.text]
    }),
  )

interface Changes {
  id?: string
  buckets?: Record<string, string>
  at?: number
  epoch?: number
  serverId?: string
}
const compare = async (
  own: SyncDevice,
  changes: Changes = {},
): Promise<CompareReply['projects'][string] | undefined> => {
  const { id = projectId, buckets = digestsOf(own), epoch = own.epoch } = changes
  const at = changes.at ?? Math.min(...Object.values(own.cursors).map(([position]) => position))
  const { status, text } = await own.client.raw('POST', '/sync/compare', {
    serverId: changes.serverId ?? own.client.serverId,
    schemaVersion: SYNC_PROTOCOL,
    projects: { [id]: { epoch, at, buckets } },
  })
  expect(status, text).toBe(200)
  return (JSON.parse(text) as CompareReply).projects[id]
}
const change = async (own: SyncDevice, note: string): Promise<void> => {
  const id = `r1.${world.companies.alpha}`
  const row = own.get('commitment', id) as { values?: { note?: string } } | undefined
  const args = { projectId, requirementId: 'r1', vendorId: world.companies.alpha, values: { note } }
  const base = { [`commitment/${id}#values.note`]: row?.values?.note ?? null }
  await own.push(own.edit('commitments.update', args, base))
}
const LATER = { verdict: 'later', buckets: [] }
const SAME = { verdict: 'same', buckets: [] }

test('[DG3] a device with the same rows as the server is told that they are equal, requestor or vendor', async () => {
  for (const username of [
    'owner',
    'author',
    'alpha-restricted',
    'alpha-contact',
    'beta-primary',
  ] as const) {
    expect(await compare(await device(username)), username).toEqual(SAME)
  }
})

test('[DG3] the same after an edit, a deletion, a move and the nightly removal of tombstones', async () => {
  const vendor = await device('alpha-contact')
  await change(vendor, 'compared')
  await vendor.pull(projectId)
  expect(await compare(vendor)).toEqual(SAME)
  await world.setProject({ state: 'PREPARATION' })
  const owner = await device('owner')
  await owner.push(
    owner.edit('requirements.move', { projectId, ids: ['r2'], sectionId: 's1', after: null }),
    owner.edit('requirements.delete', { projectId, ids: ['r3'] }),
  )
  await owner.pull(projectId)
  expect(await compare(owner)).toEqual(SAME)
  await compactLog(world.database, () => world.clock.now + 400 * 86_400_000)
  await owner.pull(projectId)
  expect(await compare(owner)).toEqual(SAME)
  expect(await compare(await device('owner'))).toEqual(SAME)
  await world.setProject({ state: 'PUBLISHED' })
  expect(vendor.get('requirement', 'r3')).toBeDefined()
  await vendor.pull(projectId)
  expect(vendor.get('requirement', 'r3')).toBeUndefined()
  expect(await compare(vendor)).toEqual(SAME)
})

test('[DG4] a missing row, an extra one and one of another version are reported by their bucket', async () => {
  for (const harm of [
    (rows: Map<string, { row: unknown }>, key: string) => void rows.delete(key),
    (rows: Map<string, { row: unknown }>, key: string) =>
      void rows.set('requirement/stray', { ...rows.get(key), id: 'stray' } as never),
    (rows: Map<string, { row: unknown }>, key: string) =>
      void rows.set(key, { ...rows.get(key), row: { updatedOn: 5 } } as never),
  ]) {
    const own = await device('owner')
    const [bucket, rows] = [...own.rows].find(([, held]) => held.size > 1) ?? []
    const [key] = rows?.keys() ?? []
    if (bucket === undefined || rows === undefined || key === undefined)
      throw new Error('There is no row')
    harm(rows as never, key)
    expect(await compare(own)).toEqual({ verdict: 'differs', buckets: [bucket] })
  }
  const lines = world.log.filter((line) => line.includes('sync.differs'))
  expect(lines).toHaveLength(3)
  expect(JSON.parse(lines[0] ?? '')).toEqual({
    at: expect.any(String),
    level: 'info',
    event: 'sync.differs',
    projectId,
    buckets: 1,
  })
})

test('[DG9] an outdated published row is reported, though its version is hidden from vendors', async () => {
  const vendor = await device('alpha-contact')
  const pub = [...vendor.rows.keys()].filter((bucket) => bucket.endsWith(':pub'))
  for (const entity of ['project', 'package', 'document', 'section', 'requirement']) {
    const own = await device('alpha-contact')
    const bucket = pub.find((name) =>
      [...(own.rows.get(name)?.values() ?? [])].some((one) => one.entity === entity),
    )
    const rows = own.rows.get(bucket ?? '')
    const [key, held] = [...(rows ?? [])].find(([, one]) => one.entity === entity) ?? []
    if (rows === undefined || key === undefined || held === undefined)
      throw new Error(`There is no published ${entity}`)
    rows.set(key, { ...held, row: { ...(held.row as Row), name: 'lost by the server' } })
    expect(await compare(own), entity).toEqual({ verdict: 'differs', buckets: [bucket] })
  }
})

test('[DG10] a device that digests only the versions of published rows is still told that they are equal', async () => {
  const own = await device('alpha-contact')
  const versions = Object.fromEntries(
    Object.keys(own.cursors).map((bucket) => {
      const digest = new BucketDigest('version')
      for (const { entity, id, row } of own.rows.get(bucket)?.values() ?? [])
        digest.add(entity as Entity, id, (row as Row).updatedOn)
      return [bucket, digest.text]
    }),
  )
  expect(await compare(own, { buckets: versions })).toEqual(SAME)
})

test('[DG5] nothing is compared at another position, epoch or server, or with other buckets', async () => {
  const own = await device('alpha-contact')
  const colleague = await device('alpha-contact')
  await change(colleague, 'meanwhile')
  expect(await compare(own)).toEqual(LATER)
  await own.pull(projectId)
  expect(await compare(own)).toEqual(SAME)
  expect(await compare(own, { epoch: own.epoch + 1 })).toEqual(LATER)
  expect(await compare(own, { serverId: 'another' })).toEqual(LATER)
  expect(await compare(own, { buckets: {} })).toEqual(LATER)
  const [first = ''] = Object.keys(own.cursors)
  const { [first]: _gone, ...rest } = digestsOf(own)
  expect(await compare(own, { buckets: rest })).toEqual(LATER)
  expect(await compare(own, { buckets: { ...digestsOf(own), extra: '0-0' } })).toEqual(LATER)
})

test('[DG6] buckets and projects of others get the same answer as ones that do not exist', async () => {
  const owner = await device('owner')
  const vendor = await device('alpha-contact')
  const other = await device('beta-primary')
  // The caller's position is recent enough; only the set of buckets leads to the refusal.
  for (const theirs of [owner, other]) {
    expect(await compare(vendor, { buckets: digestsOf(theirs), epoch: theirs.epoch })).toEqual(
      LATER,
    )
    expect(await compare(vendor, { buckets: digestsOf(theirs) })).toEqual(LATER)
  }
  expect(await compare(vendor, { id: 'nowhere' })).toEqual(LATER)
  const stranger = new SyncDevice(await world.as('village-admin'))
  expect(
    await compare(stranger, { buckets: digestsOf(owner), epoch: owner.epoch, at: 9e15 }),
  ).toEqual(LATER)
  expect(
    await compare(stranger, {
      id: 'nowhere',
      buckets: digestsOf(owner),
      epoch: owner.epoch,
      at: 9e15,
    }),
  ).toEqual(LATER)
  expect(world.log.filter((line) => line.includes('sync.differs'))).toEqual([])
})

test('[DG7] a bucket that the device has discarded as wrong comes whole with the next pull', async () => {
  const own = await device('owner')
  const whole = digestsOf(own)
  const [bucket = '', rows = new Map()] = [...own.rows].find(([, held]) => held.size > 1) ?? []
  const [key] = rows.keys()
  rows.delete(key)
  own.cursors = { ...own.cursors, [bucket]: [0, WRONG_COPY] }
  const pages = await own.pull(projectId)
  expect(pages.flatMap(({ project }) => project?.reset ?? [])).toEqual([bucket])
  expect(digestsOf(own)).toEqual(whole)
  expect(await compare(own)).toEqual(SAME)
})
