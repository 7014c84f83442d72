import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { API } from '#schema/api/index.ts'
import type { CommitmentValues } from '#schema/entities/commitment.ts'
import { canonicalContent } from '#schema/rules/answers/commitments.ts'
import { type AnswerFile, answerFilesText } from '#schema/rules/files/answer-files.ts'
import { buildDefinition, buildParameter, buildRequirement } from '../support/project-rows.ts'
import { attachmentArgs, download, hashOf, pdf, sendPiece } from './send-file.ts'
import { SyncDevice } from './sync-client.ts'
import { buildWorld, PROJECT as projectId, type Username, type World } from './world.ts'

const EVIDENCE = Buffer.concat([
  Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
  Buffer.from('ALPHA-TAINT certificate'),
])
const FOREIGN = pdf('of Beta')
const definition = buildDefinition({
  answer: [
    buildParameter({
      id: 'proof',
      key: 'proof',
      name: 'Proof',
      inputType: 'file',
      validations: [
        { kind: 'required' },
        { kind: 'max_value', value: 1 },
        { kind: 'size', value: 10 },
        { kind: 'mimes', value: 'image/png' },
      ],
    }),
  ],
})
const evidence: AnswerFile = {
  name: 'ALPHA-TAINT.png',
  bytes: EVIDENCE.length,
  mime: 'image/png',
  contentHash: hashOf(EVIDENCE),
}
const proofOf = (...files: AnswerFile[]): CommitmentValues => ({ proof: answerFilesText(files) })
let world: World
let vendorId: number
let fileId: string

/** Writes an answer as a device does, submits it and returns both verdicts. */
const answer = async (
  values: CommitmentValues,
  username: Username = 'alpha-contact',
): Promise<(string | null)[]> => {
  const device = new SyncDevice(await world.as(username))
  await device.pull(projectId)
  const id = `r1.${vendorId}`
  const seen = device.get('commitment', id) as { values?: CommitmentValues } | undefined
  const contentHash = createHash('sha256').update(canonicalContent(values)).digest('hex')
  await device.push(
    device.edit(
      'commitments.update',
      { projectId, vendorId, requirementId: 'r1', values },
      { [`commitment/${id}#values.proof`]: seen?.values?.['proof'] ?? null },
    ),
    device.edit('commitments.submit', {
      projectId,
      vendorId,
      items: [{ requirementId: 'r1', contentHash }],
    }),
  )
  await device.pull(projectId)
  return device.results.map(({ status, reason }) => (status === 'applied' ? status : reason))
}
const attach = async (
  username: Username,
  bytes: Buffer,
  { id, name }: { id: string; name: string },
): Promise<string | null | undefined> => {
  const client = await world.as(username)
  await sendPiece(client, bytes)
  const device = new SyncDevice(client)
  await device.push(device.edit('attachments.create', attachmentArgs(id, bytes, { name })))
  await device.pull(projectId)
  return device.results[0]?.status
}
/** Everything that a person can read of the requirement and its answers. */
const readable = async (username: Username): Promise<string> => {
  const client = await world.as(username)
  return [
    (await client.raw('GET', '/projects-service/requirements/r1/files')).text,
    (
      await client.raw('POST', '/projects-service/requirements/by-document/d1', {
        pageSize: 200,
      })
    ).text,
    ...(await client.pull(projectId)).pages.map((page) => JSON.stringify(page)),
  ].join('\n')
}
const TAINTS = [evidence.name, evidence.contentHash]

beforeAll(async () => {
  world = await buildWorld({
    project: { state: 'PUBLISHED', publishedOn: 0 },
    rows: { requirement: [buildRequirement({ definition }), buildRequirement({ id: 'r2' })] },
  })
  vendorId = world.companies.alpha
  fileId = `evidence.${vendorId}`
})
afterAll(async () => {
  await world.close()
})

test('[FI21] an answer is refused until its file is on the server', async () => {
  expect(await answer({})).toEqual(['applied', 'SUBMIT_INVALID'])
  expect(await answer(proofOf(evidence))).toEqual(['applied', 'SUBMIT_FILE'])
  const contact = await world.as('alpha-contact')
  const { status, text } = await contact.raw('POST', '/projects-service/commitments/submit', {
    projectId,
    vendorId,
    items: [
      {
        requirementId: 'r1',
        contentHash: createHash('sha256')
          .update(canonicalContent(proofOf(evidence)))
          .digest('hex'),
      },
    ],
  })
  expect([status, text]).toEqual([409, expect.stringContaining('SUBMIT_FILE')])
})

test('[FI21] bytes of another vendor are no evidence, whether or not they exist', async () => {
  expect(await attach('beta-primary', FOREIGN, { id: 'foreign', name: 'foreign.pdf' })).toBe(
    'applied',
  )
  const foreign = {
    name: 'x.png',
    mime: 'image/png',
    bytes: FOREIGN.length,
    contentHash: hashOf(FOREIGN),
  }
  const invented = { ...foreign, contentHash: 'c'.repeat(64) }
  for (const file of [foreign, invented])
    expect(await answer(proofOf(file))).toEqual(['applied', 'SUBMIT_FILE'])
})

test("[FI21] a vendor's file at another requirement, and one of another type, are no evidence", async () => {
  const client = await world.as('alpha-contact')
  const typed = pdf('of Alpha')
  for (const bytes of [EVIDENCE, typed]) await sendPiece(client, bytes)
  const device = new SyncDevice(client)
  const place = { kind: 'requirement', id: 'r2' } as const
  await device.push(
    device.edit('attachments.create', attachmentArgs('typed', typed)),
    device.edit(
      'attachments.create',
      attachmentArgs('elsewhere', EVIDENCE, { name: evidence.name, place }),
    ),
  )
  await device.pull(projectId)
  expect(device.results.map(({ status }) => status)).toEqual(['applied', 'applied'])
  const asImage = { ...evidence, bytes: typed.length, contentHash: hashOf(typed) }
  for (const file of [evidence, asImage])
    expect(await answer(proofOf(file))).toEqual(['applied', 'SUBMIT_FILE'])
})

test('[FI22] number, size and types are checked on the server, whatever a device claims', async () => {
  expect(await attach('alpha-contact', EVIDENCE, { id: 'evidence', name: evidence.name })).toBe(
    'applied',
  )
  for (const values of [
    proofOf(evidence, { ...evidence, name: 'twice.png' }),
    proofOf({ ...evidence, bytes: 10_240 }),
    proofOf({ ...evidence, mime: 'application/pdf' }),
  ])
    expect(await answer(values)).toEqual(['applied', 'SUBMIT_INVALID'])
  // A lie about the size passes the bound of the field, but not the comparison with the file.
  expect(await answer(proofOf({ ...evidence, bytes: 1 }))).toEqual(['applied', 'SUBMIT_FILE'])
  expect(await answer({ proof: 'see the appendix' })).toEqual(['INPUT_INVALID', 'CONTENT_CHANGED'])
  expect(await answer(proofOf(evidence))).toEqual(['applied', 'applied'])
})

test('[FI23] the file of an answer cannot be removed, by REST or by sync', async () => {
  const contact = await world.as('alpha-primary')
  const { status, text } = await contact.raw(
    'DELETE',
    '/projects-service/requirements/r1/files/delete',
    { id: fileId },
  )
  expect([status, text]).toEqual([409, expect.stringContaining('FILE_USED')])
  const device = new SyncDevice(contact)
  await device.push(device.edit('attachments.remove', { projectId, id: fileId }))
  await device.pull(projectId)
  expect(device.results).toMatchObject([{ status: 'refused', reason: 'FILE_USED' }])
})

test('[FI1] while answers are sealed, only contacts of the vendor learn of the file in its answer', async () => {
  for (const username of ['alpha-primary', 'alpha-contact'] as const)
    for (const taint of TAINTS) expect(await readable(username), username).toContain(taint)
  for (const username of [
    'owner',
    'admin',
    'author',
    'reviewer',
    'approver',
    'beta-primary',
    'alpha-restricted',
  ] as const) {
    for (const taint of TAINTS) expect(await readable(username), username).not.toContain(taint)
    expect((await download(await world.as(username), fileId)).status, username).toBe(404)
  }
  for (const username of ['clerk', 'gamma-primary', 'village-admin', 'alpha-ungranted'] as const) {
    const client = await world.as(username)
    const { text } = await client.raw('GET', '/projects-service/requirements/r1/files')
    for (const taint of TAINTS) expect(text, username).not.toContain(taint)
    expect((await download(client, fileId)).status, username).toBe(404)
  }
})

test('[FI1] a contact who was blocked reads and changes the file of the answer no more', async () => {
  const contact = await world.as('alpha-contact')
  await world.database.write(async (tx) => {
    await tx
      .updateTable('organization_members')
      .set({ state: 'BLOCKED' })
      .where('user_id', '=', world.users['alpha-contact'])
      .execute()
  })
  expect((await download(contact, fileId)).status).not.toBe(200)
  const { status, text } = await contact.raw('POST', '/projects-service/commitments/update-bulk', {
    projectId,
    vendorId,
    items: [{ requirementId: 'r1', values: {} }],
  })
  expect(status).toBeGreaterThanOrEqual(400)
  for (const taint of TAINTS) expect(text).not.toContain(taint)
})

test('[FI11] after the opening requestors read name, size and bytes; the other vendor still does not', async () => {
  await world.setProject({ state: 'VALIDATION' })
  const owner = await world.as('owner')
  for (const taint of TAINTS) expect(await readable('owner')).toContain(taint)
  expect((await download(owner, fileId)).bytes.equals(EVIDENCE)).toBe(true)
  const rows = await owner.call(API.attachments.ofRequirement, { params: { id: 'r1' } })
  expect(rows.find(({ id }) => id === fileId)).toMatchObject({ file: { bytes: EVIDENCE.length } })
  for (const taint of TAINTS) expect(await readable('beta-primary')).not.toContain(taint)
  expect((await download(await world.as('beta-primary'), fileId)).status).toBe(404)
})
