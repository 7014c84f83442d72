import { afterAll, beforeAll, expect, test } from 'vitest'
import { API } from '#schema/api/index.ts'
import { attachmentArgs, pdf, sendPiece } from './send-file.ts'
import { SyncDevice } from './sync-client.ts'
import { buildWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await buildWorld({ project: { state: 'PUBLISHED', publishedOn: 0 } })
})
afterAll(() => world.close())

test('[FI5] the bytes of a file that a person can read in one project attach nothing in another', async () => {
  const shared = pdf('the plan of the building')
  const author = new SyncDevice(await world.as('author'))
  await sendPiece(author.client, shared)
  await author.push(author.edit('attachments.create', attachmentArgs('shared', shared)))
  const client = await world.as('owner')
  const { id: other } = await client.call(API.projects.create, { body: { name: 'Another' } })
  const owner = new SyncDevice(client)
  const place = { kind: 'package', id: 'other-package' } as const
  const here = { kind: 'requirement', id: 'r2' } as const
  await owner.push(
    owner.edit('attachments.create', attachmentArgs('again', shared, { place: here })),
    owner.edit('packages.create', { projectId: other, id: place.id, name: 'Own', after: null }),
    owner.edit('attachments.create', {
      ...attachmentArgs('copied', shared, { place }),
      projectId: other,
    }),
  )
  await owner.pull(other)
  expect(owner.results.map(({ status, reason }) => reason ?? status)).toEqual([
    'applied',
    'applied',
    'FILE_MISSING',
  ])
})
