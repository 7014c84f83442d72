import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FolderStore } from '#server/files/folder-store.ts'
import { collectFiles, KEEP_UNUSED_MS } from '#server/jobs/collect-files.ts'
import { attachmentArgs, download, hashOf, pdf, sendPiece } from './send-file.ts'
import { SyncDevice } from './sync-client.ts'
import { buildWorld, PROJECT as projectId, type World } from './world.ts'

const DAY_MS = 86_400_000
let world: World
beforeAll(async () => {
  world = await buildWorld({ project: { state: 'PUBLISHED', publishedOn: 0 } })
})
afterAll(async () => {
  await world.close()
})

test('[FI12] unreferenced bytes are deleted after their time, and referenced ones stay', async () => {
  const [kept, left, half] = [pdf('kept'), pdf('left'), pdf('half')]
  const device = new SyncDevice(await world.as('alpha-contact'))
  for (const bytes of [kept, left]) await sendPiece(device.client, bytes)
  await sendPiece(device.client, half.subarray(0, 9), { total: half.length, hash: hashOf(half) })
  await device.push(device.edit('attachments.create', attachmentArgs('kept', kept)))
  const blobs = new FolderStore(world.filesDir)
  const collect = (after: number): Promise<void> =>
    collectFiles({ database: world.database, blobs, clock: () => world.clock.now + after })
  await collect(KEEP_UNUSED_MS - 1_000)
  expect(await blobs.size(hashOf(left))).toBe(left.length)
  const parts = join(world.filesDir, 'parts')
  for (const name of await readdir(parts)) await utimes(join(parts, name), new Date(0), new Date(0))
  await collect(KEEP_UNUSED_MS + 1_000)
  expect([
    await blobs.size(hashOf(left)),
    await blobs.size(hashOf(kept)),
    await readdir(parts),
  ]).toEqual([null, kept.length, []])
  expect((await download(device.client, `kept.${world.companies.alpha}`)).bytes.equals(kept)).toBe(
    true,
  )
  expect(
    (await sendPiece(device.client, Buffer.alloc(0), { total: left.length, hash: hashOf(left) }))
      .body,
  ).toEqual({ received: 0, isComplete: false })
  await device.push(device.edit('attachments.create', attachmentArgs('left', left)))
  await device.pull(projectId)
  expect(device.results.map(({ reason }) => reason)).toEqual([null, 'FILE_MISSING'])
})

test('[SY21] [FI12] bytes of a file that was attached long ago are kept for the undo of its removal', async () => {
  const [own, ofPackage] = [pdf('own'), pdf('of the package')]
  const published = { state: 'PUBLISHED', publishedOn: 0 } as const
  const draft = { state: 'PREPARATION', publishedOn: null } as const
  const vendor = new SyncDevice(await world.as('alpha-contact'))
  await sendPiece(vendor.client, own)
  await vendor.push(vendor.edit('attachments.create', attachmentArgs('own', own)))
  const author = new SyncDevice(await world.as('author'))
  await sendPiece(author.client, ofPackage)
  const place = { kind: 'package', id: 'p9' } as const
  await world.setProject(draft)
  await author.push(
    author.edit('packages.create', { projectId, id: 'p9', name: 'New', after: null }),
    author.edit('attachments.create', attachmentArgs('package', ofPackage, { place })),
  )
  await world.setProject(published)
  world.clock.now += KEEP_UNUSED_MS + DAY_MS
  vendor.client = await world.as('alpha-contact')
  author.client = await world.as('author')
  const id = `own.${world.companies.alpha}`
  await vendor.push(vendor.edit('attachments.remove', { projectId, id }))
  await world.setProject(draft)
  await author.push(author.edit('packages.delete', { projectId, id: 'p9' }))
  const blobs = new FolderStore(world.filesDir)
  const collect = (after: number) =>
    collectFiles({ database: world.database, blobs, clock: () => world.clock.now + after })
  await collect(KEEP_UNUSED_MS)
  await author.push(
    author.edit('content.restore', { projectId, root: { entity: 'package', id: 'p9' } }),
  )
  await world.setProject(published)
  await vendor.push(vendor.edit('attachments.create', attachmentArgs('own', own)))
  for (const device of [vendor, author]) {
    await device.pull(projectId)
    expect(device.results.map(({ status, reason }) => reason ?? status)).toEqual(
      device.results.map(() => 'applied'),
    )
  }
  expect((await download(vendor.client, id)).bytes.equals(own)).toBe(true)
  expect((await download(author.client, 'package')).bytes.equals(ofPackage)).toBe(true)
})

test('[FI12] bytes of a deleted project are kept for 30 days after its deletion', async () => {
  const plan = pdf('of a project that is deleted')
  const author = new SyncDevice(await world.as('author'))
  await sendPiece(author.client, plan)
  await author.push(author.edit('attachments.create', attachmentArgs('planned', plan)))
  world.clock.now += 2 * KEEP_UNUSED_MS
  await world.setProject({ state: 'ARCHIVED' })
  const owner = await world.as('owner')
  const { status } = await owner.raw('DELETE', `/projects-service/projects/delete/${projectId}`)
  expect(status).toBe(200)
  const blobs = new FolderStore(world.filesDir)
  const collect = (after: number) =>
    collectFiles({ database: world.database, blobs, clock: () => world.clock.now + after })
  await collect(KEEP_UNUSED_MS)
  expect(await blobs.size(hashOf(plan))).toBe(plan.length)
  await collect(KEEP_UNUSED_MS + 1)
  expect(await blobs.size(hashOf(plan))).toBe(null)
})
