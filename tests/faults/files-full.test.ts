import { afterEach, expect, test } from 'vitest'
import { download, attachmentArgs, hashOf, pdf, sendPiece } from '../api/send-file.ts'
import { SyncDevice } from '../api/sync-client.ts'
import { buildWorld, PROJECT as projectId } from '../api/world.ts'
import { mountSmallDisk } from './small-disk.ts'

const clean: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const step of clean.splice(0).reverse()) await step()
})

test('[FI13] the server answers 507 on a full disk, still serves other files, and continues the upload once there is room', async ({
  skip,
}) => {
  const world = await buildWorld({ project: { state: 'PUBLISHED', publishedOn: 0 } })
  clean.push(() => world.close())
  const disk = await mountSmallDisk(world.filesDir, 4)
  if (typeof disk === 'string') return skip(disk)
  clean.push(() => disk.remove())
  const device = new SyncDevice(await world.as('alpha-contact'))
  const [first, second] = [pdf('before'), pdf('while it is full', 1_000_000)]
  await sendPiece(device.client, first)
  await device.push(device.edit('attachments.create', attachmentArgs('first', first)))
  await disk.fill()
  expect(await sendPiece(device.client, second)).toMatchObject({
    status: 507,
    body: { messageCodes: ['STORAGE_FULL'] },
  })
  expect(
    (await download(device.client, `first.${world.companies.alpha}`)).bytes.equals(first),
  ).toBe(true)
  await device.push(device.edit('attachments.create', attachmentArgs('second', second)))
  await disk.free()
  const { received = 0 } = (
    await sendPiece(device.client, Buffer.alloc(0), { total: second.length, hash: hashOf(second) })
  ).body
  expect(
    (
      await sendPiece(device.client, second.subarray(received), {
        offset: received,
        total: second.length,
        hash: hashOf(second),
      })
    ).body.isComplete,
  ).toBe(true)
  await device.push(device.edit('attachments.create', attachmentArgs('third', second)))
  await device.pull(projectId)
  expect(device.results.map(({ reason }) => reason)).toEqual([null, 'FILE_MISSING', null])
  expect(
    (await download(device.client, `third.${world.companies.alpha}`)).bytes.equals(second),
  ).toBe(true)
})
