import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Attachment } from '#schema/entities/attachment.ts'
import { clamdScanner } from '#server/files/scan.ts'
import { silentLog } from '#server/log.ts'
import { type ClamdDouble, EICAR, startClamd } from '../support/clamd.ts'
import {
  attachmentArgs,
  buildForm,
  download,
  type Form,
  hashOf,
  pdf,
  sendPiece,
} from './send-file.ts'
import { SyncDevice } from './sync-client.ts'
import { buildWorld, PROJECT, type Username, type World } from './world.ts'

let world: World
let clamd: ClamdDouble
beforeAll(async () => {
  clamd = await startClamd()
  world = await buildWorld({
    project: { state: 'PUBLISHED', publishedOn: 0 },
    scanFile: clamdScanner({ url: clamd.url, isOptional: false, log: silentLog }),
  })
})
afterAll(async () => {
  await world.close()
  await clamd.close()
})

interface Sent {
  status: number
  body: Partial<Attachment> & { messageCodes?: string[] }
}
const send = async (
  username: Username,
  place: string,
  { payload, contentType }: Form,
): Promise<Sent> => {
  const { token } = await world.as(username)
  const answer = await fetch(`${world.url}/api/projects-service/${place}/files/create`, {
    method: 'POST',
    headers: { 'x-auth-token': token, 'content-type': contentType },
    body: new Uint8Array(payload),
  })
  return { status: answer.status, body: (await answer.json()) as Sent['body'] }
}
const refusal = ({ status, body }: Sent): [number, string | undefined] => [
  status,
  body.messageCodes?.[0],
]
/** Incomplete files that no upload will continue. */
const leftAside = (): string[] =>
  readdirSync(join(world.filesDir, 'parts')).filter((name) => name.startsWith('incoming-'))

test('[FI15] one request adds a file with its description to a package, a document or a requirement', async () => {
  for (const [index, place] of (
    ['packages/p1', 'documents/d1', 'requirements/r1'] as const
  ).entries()) {
    const bytes = pdf(`form ${index}`, 200_000)
    const { status, body } = await send(
      'author',
      place,
      buildForm(bytes, { name: 'Plan of the house.pdf', alias: 'Plan', description: 'As agreed' }),
    )
    expect([place, status]).toEqual([place, 200])
    expect(body).toMatchObject({
      name: 'Plan of the house.pdf',
      alias: 'Plan',
      description: 'As agreed',
      vendorId: null,
      file: { bytes: bytes.length, mime: 'application/pdf' },
    })
    expect(
      (await download(await world.as('beta-primary'), body.id ?? '')).bytes.equals(bytes),
    ).toBe(true)
  }
  expect(leftAside()).toEqual([])
})

test("[FI15] a vendor's file belongs to the vendor, and takes the file's name if none is given", async () => {
  const bytes = pdf('ALPHA-TAINT')
  const { status, body } = await send(
    'alpha-contact',
    'requirements/r1',
    buildForm(bytes, {}, { filename: 'offer.pdf' }),
  )
  expect([status, body.name, body.vendorId]).toEqual([200, 'offer.pdf', world.companies.alpha])
  for (const username of ['beta-primary', 'owner'] as const)
    expect((await download(await world.as(username), body.id ?? '')).status, username).toBe(404)
})

test('[FI15] name, declared type and content must agree, and a broken form leaves nothing behind', async () => {
  const plan = pdf('plan')
  const cases: [string, Form, number, string][] = [
    ['another ending', buildForm(plan, { name: 'plan.docx' }), 400, 'FILE_UNLIKE_NAME'],
    ['another type', buildForm(plan, {}, { type: 'text/plain' }), 400, 'FILE_UNLIKE_NAME'],
    ['another content', buildForm(Buffer.from('PK\u0003\u0004 archive')), 400, 'FILE_UNLIKE_NAME'],
    [
      'markup',
      buildForm(Buffer.from('<script>'), { name: 'x.txt' }, { type: 'text/plain' }),
      400,
      'validation.mimes',
    ],
    ['nothing', buildForm(Buffer.alloc(0)), 400, 'FILE_EMPTY'],
    [
      'more than is known',
      buildForm(plan, { name: 'plan.pdf', vendorId: 3 }),
      400,
      'INPUT_INVALID',
    ],
    [
      'cut',
      { ...buildForm(plan), payload: buildForm(plan).payload.subarray(0, -30) },
      400,
      'INPUT_INVALID',
    ],
    [
      'no form',
      { payload: Buffer.from('{}'), contentType: 'application/json' },
      400,
      'INPUT_INVALID',
    ],
    [
      'no boundary',
      { payload: Buffer.from('x'), contentType: 'multipart/form-data' },
      400,
      'INPUT_INVALID',
    ],
  ]
  for (const [what, form, status, code] of cases)
    expect([what, ...refusal(await send('author', 'documents/d2', form))]).toEqual([
      what,
      status,
      code,
    ])
  expect(leftAside()).toEqual([])
  expect(
    (await (await world.as('author')).raw('GET', '/projects-service/documents/d2/files')).text,
  ).toBe('[]')
})

test('[FI15] a person who may not add a file there is refused before a byte is stored', async () => {
  const uploads = () => world.database.queries.selectFrom('blob_uploads').select('sha256').execute()
  const before = await uploads()
  expect(refusal(await send('reviewer', 'documents/d1', buildForm(pdf('not allowed'))))).toEqual([
    403,
    'NOT_ALLOWED',
  ])
  for (const username of ['gamma-primary', 'village-admin'] as const)
    expect(refusal(await send(username, 'documents/d1', buildForm(pdf('outside'))))).toEqual([
      404,
      'NOT_FOUND',
    ])
  expect(await uploads()).toEqual(before)
})

test('[FI16] a file that the scanner reports is refused either way, in words, and cannot be attached', async () => {
  const bad = Buffer.from(`${EICAR}\n`)
  const text = { filename: 'notes.txt', type: 'text/plain' }
  expect(refusal(await send('author', 'documents/d1', buildForm(bad, {}, text)))).toEqual([
    422,
    'FILE_STORAGE_NOT_CLEAN_REJECTED',
  ])
  expect(await sendPiece(await world.as('alpha-contact'), bad)).toMatchObject({
    status: 422,
    body: { messageCodes: ['FILE_STORAGE_NOT_CLEAN_REJECTED'] },
  })
  for (const username of ['author', 'alpha-contact'] as const) {
    const client = await world.as(username)
    const piece = { total: bad.length, hash: hashOf(bad) }
    expect((await sendPiece(client, Buffer.alloc(0), piece)).body).toEqual({
      received: 0,
      isComplete: false,
    })
    const device = new SyncDevice(client)
    await device.push(device.edit('attachments.create', attachmentArgs('rejected', bad)))
    await device.pull(PROJECT)
    expect(device.results.map(({ reason }) => reason)).toEqual(['FILE_MISSING'])
  }
})

test('[FI17] files wait while the scanner is down, and are accepted when it is back, without being sent again', async () => {
  const bytes = pdf('waits')
  clamd.mood = 'rude'
  expect(refusal(await send('author', 'documents/d1', buildForm(pdf('waits too'))))).toEqual([
    503,
    'UNAVAILABLE',
  ])
  expect(await sendPiece(await world.as('alpha-contact'), bytes)).toMatchObject({
    status: 503,
    body: { messageCodes: ['UNAVAILABLE'] },
  })
  clamd.mood = 'fine'
  const rest = { total: bytes.length, offset: bytes.length, hash: hashOf(bytes) }
  expect(await sendPiece(await world.as('alpha-contact'), Buffer.alloc(0), rest)).toEqual({
    status: 200,
    body: { received: bytes.length, isComplete: true },
  })
})
