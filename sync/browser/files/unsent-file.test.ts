import { expect, it } from 'vitest'
import type { ProjectSummary, PushRequest } from '#schema/api/sync.ts'
import { carriedText, signedText } from '#schema/api/unsent-file.ts'
import { MUTATIONS } from '#schema/mutations/index.ts'
import { bindCommands } from '#sync/engine/outbox/commands.ts'
import { edit, type Writer } from '#sync/engine/outbox/edit.ts'
import { createMemoryStorage } from '#sync/engine/memory-storage.ts'
import { isSignedBy } from '#server/security/device-key.ts'
import {
  buildProject,
  buildRequirement,
  buildVendorContact,
  PROJECT_ID as projectId,
} from '../../../tests/support/project-rows.ts'
import type { StoredSession } from '../session/session-store.ts'
import { packCarried, packUnsent } from './unsent-file.ts'

const { relation, permissions, vendorId, packageIds, userId, name } = buildVendorContact()
const project = buildProject({ state: 'PUBLISHED', deadlineAt: null })
const summary = {
  ...project,
  me: { relation, permissions: [...permissions], vendorId, packageIds },
  requirementCount: 1,
  favorite: false,
} as ProjectSummary
const writer: Writer = {
  commands: bindCommands(MUTATIONS),
  person: { userId, name },
  id: 'w',
  now: 1,
}

const build = async () => {
  const storage = createMemoryStorage('client')
  await storage.transaction('apply', async (tx) => {
    tx.putHome({ etag: '', projects: [summary] })
    await tx.layRows(projectId, [
      { bucket: '*:pub', entity: 'project', id: projectId, row: project },
      { bucket: 'p1:pub', entity: 'requirement', id: 'r1', row: buildRequirement() },
    ])
  })
  const { publicKey, privateKey } = await crypto.subtle.generateKey(
    { name: 'ECDSA', namedCurve: 'P-256' },
    true,
    ['sign', 'verify'],
  )
  const stored = {
    sessionId: 'session',
    serverId: 'server',
    privateKey,
    session: {
      username: 'alpha',
      name: 'Alpha',
      vendorId: 7,
      organizationId: 7,
      organizationName: 'Alpha Ltd',
    },
  } as unknown as StoredSession
  const write = (note: string) =>
    storage.transaction('edit', (tx) =>
      edit(tx, writer, {
        projectId,
        command: 'commitments.update',
        args: { projectId, requirementId: 'r1', vendorId, values: { note } },
        label: 'Answer',
        undo: null,
      }),
    )
  return {
    storage,
    stored,
    write,
    publicKey: JSON.stringify(await crypto.subtle.exportKey('jwk', publicKey)),
  }
}
const editsOf = (pieces: { payload: string }[]) =>
  pieces.flatMap(({ payload }) => (JSON.parse(payload) as PushRequest).mutations)

it('packs the unsent edits as pushes of the device, signed with its key', async () => {
  const { storage, stored, write, publicKey } = await build()
  await write('one')
  const file = await packUnsent(storage, stored, 5)
  expect(file).toMatchObject({
    username: 'alpha',
    serverId: 'server',
    sessionId: 'session',
    organization: { id: 7, name: 'Alpha Ltd' },
    savedOn: 5,
    edits: 1,
  })
  expect(editsOf(file.pieces)).toMatchObject([
    { mid: 1, command: 'commitments.update', args: { values: { note: 'one' } } },
  ])
  const [piece] = file.pieces
  expect(
    await isSignedBy(publicKey, signedText(piece?.payload ?? ''), piece?.signature ?? ''),
  ).toBe(true)
  expect(await isSignedBy(publicKey, piece?.payload ?? '', piece?.signature ?? '')).toBe(false)
})

it('[I1] merges no later edit into a packed one, which the server may have by then', async () => {
  const { storage, stored, write } = await build()
  await write('one')
  await write('one more')
  expect(storage.state().outbox.size).toBe(1)
  await packUnsent(storage, stored, 5)
  await write('after it')
  expect(
    [...storage.state().outbox.values()].map(({ mid, args }) => [
      mid,
      (args as { values: { note: string } }).values.note,
    ]),
  ).toEqual([
    [1, 'one more'],
    [2, 'after it'],
  ])
})

it('cuts a long queue into pieces that a request can carry', async () => {
  const { storage, stored, write } = await build()
  await write('one')
  await storage.transaction('edit', async (tx) => {
    const [first] = await tx.outbox()
    if (first !== undefined)
      for (let mid = 2; mid <= 1_201; mid += 1) tx.putOutbox({ ...first, mid })
  })
  const file = await packUnsent(storage, stored, 5)
  expect(
    file.pieces.map(({ payload }) => (JSON.parse(payload) as PushRequest).mutations.length),
  ).toEqual([500, 500, 201])
  expect(editsOf(file.pieces).map(({ mid }) => mid)).toEqual(
    Array.from({ length: 1_201 }, (_, index) => index + 1),
  )
})

it('packs work for a colleague under a signature that does not count for the author alone', async () => {
  const { storage, stored, write, publicKey } = await build()
  expect(await packCarried(storage, stored, 5), 'without unsent edits').toBeNull()
  await write('one')
  const work = await packCarried(storage, stored, 5)
  expect(work).toMatchObject({
    clientId: 'client',
    edits: 1,
  })
  const { payload, signature } = work?.pieces[0] ?? { payload: '', signature: '' }
  expect(await isSignedBy(publicKey, carriedText(payload), signature)).toBe(true)
  expect(await isSignedBy(publicKey, signedText(payload), signature)).toBe(false)
  await write('one more')
  expect([...storage.state().outbox.keys()], 'a later edit has its own number').toEqual([1, 2])
  const requestor = { ...stored, session: { ...stored.session, vendorId: null } }
  expect(await packCarried(storage, requestor, 5)).toBeNull()
})
