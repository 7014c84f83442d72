import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FILE_LIMITS } from '#schema/tables/file-types.ts'
import { buildStores, readBytes, type TestStores } from '../../tests/support/blob-stores.ts'
import { outcomeOf } from '../../tests/support/call-context.ts'
import { type EmptyDatabase, NOW, openEmptyDatabase } from '../../tests/support/empty-database.ts'
import { formOf, FORM_TYPE, type FormPartText } from '../../tests/support/form-of.ts'
import { receiveForm } from './receive-form.ts'
import { type FilePorts, UploadTurns } from './receive.ts'

const PLAN = '%PDF-1.7 the plan'
const HASH = createHash('sha256').update(PLAN).digest('hex')
const SENDER = { userId: 1, organizationId: 10 }
const file = (more: Partial<FormPartText> = {}): FormPartText => ({
  ...{ name: 'file', filename: 'plan.pdf', type: 'application/pdf', content: PLAN },
  ...more,
})
const request = (content: object): FormPartText => ({
  ...{ name: 'request', content: JSON.stringify(content) },
})

let rows: EmptyDatabase
let stores: TestStores
let ports: FilePorts
beforeEach(async () => {
  rows = await openEmptyDatabase()
  stores = await buildStores('folder')
  ports = {
    ...{ database: rows.database, blobs: stores.open(), clock: () => NOW },
    ...{ quotaBytes: 1_000, turns: new UploadTurns() },
  }
})
afterEach(async () => {
  expect((await readdir(stores.dir)).filter((name) => name.startsWith('incoming-'))).toEqual([])
  await rows.close()
  await stores.close()
})
const receiveBody = (body: unknown) => receiveForm(ports, SENDER, { body, contentType: FORM_TYPE })
const receive = async (...parts: FormPartText[]) => {
  const body = Readable.from([formOf(...parts)])
  try {
    return await receiveBody(body)
  } finally {
    expect(body.readableFlowing, 'the rest is drained').toBe(true)
  }
}
const uploads = async () =>
  (await rows.database.queries.selectFrom('blob_uploads').selectAll().execute()).map(
    ({ user_id, organization_id, sha256, counted, completed_on }) => [
      ...[user_id, organization_id, sha256, counted, completed_on],
    ],
  )

describe('a form with a file', () => {
  it('is stored for its sender, who learns what arrived', async () => {
    expect(await receive(file())).toEqual({
      ...{ name: 'plan.pdf', alias: '', description: '' },
      file: { contentHash: HASH, bytes: PLAN.length, mime: 'application/pdf' },
    })
    expect(await uploads()).toEqual([[1, 10, HASH, PLAN.length, NOW]])
    expect(String(await readBytes(ports.blobs, HASH))).toBe(PLAN)
  })

  it('has the name and description of its request, before or after the file', async () => {
    const given = { name: 'b.pdf', alias: 'B', description: 'New' }
    for (const parts of [
      [request(given), file()],
      [file(), request(given)],
    ])
      expect(await receive(...parts)).toMatchObject(given)
    expect(await receive(file(), request({ alias: 'B' }))).toMatchObject({
      ...{ name: 'plan.pdf', alias: 'B', description: '' },
    })
  })

  it('may come in pieces, and without a name of the file if the request has one', async () => {
    const bytes = formOf(request({ name: 'b.pdf' }), {
      ...{ name: 'file', content: PLAN, type: 'application/pdf' },
    })
    const pieces = Array.from({ length: bytes.length }, (_, at) => bytes.subarray(at, at + 1))
    expect(await receiveBody(Readable.from(pieces))).toMatchObject({
      ...{ name: 'b.pdf', file: { contentHash: HASH, bytes: PLAN.length } },
    })
    const unnamed = { name: 'file', content: PLAN, type: 'application/pdf' }
    expect(await outcomeOf(receive(unnamed))).toBe('INPUT_INVALID name')
  })

  it('without a file, with an empty one, or with parts twice is refused and leaves nothing', async () => {
    expect(await outcomeOf(receive())).toBe('INPUT_INVALID file')
    expect(await outcomeOf(receive(request({ name: 'b.pdf' })))).toBe('INPUT_INVALID file')
    expect(await outcomeOf(receive(file({ content: '' })))).toBe('FILE_EMPTY file')
    for (const parts of [
      [file(), file()],
      [file(), request({}), request({})],
      [file(), { name: 'other', content: '' }],
      [{ name: 'other', content: '' }, file()],
    ])
      expect(await outcomeOf(receive(...parts))).toBe('INPUT_INVALID body')
    expect(await outcomeOf(receive(file(), request({ name: 7 })))).toBe('INPUT_INVALID name')
    expect(await uploads()).toEqual([])
  })

  it('beyond the quota is refused', async () => {
    ports = { ...ports, quotaBytes: PLAN.length - 1 }
    expect(await outcomeOf(receive(file()))).toBe('FILE_QUOTA')
    expect(await uploads()).toEqual([])
  })

  it('is a stream', async () => {
    for (const body of [undefined, 'text', formOf(file())])
      expect(await outcomeOf(receiveBody(body))).toBe('INPUT_INVALID body')
  })

  it('whose connection ends is unavailable, and keeps the cause', async () => {
    const cause = new Error('ended')
    const body = new Readable({ read: () => undefined })
    const received = receiveBody(body)
    body.push(formOf(file()).subarray(0, -12))
    setImmediate(() => body.destroy(cause))
    await expect(received).rejects.toMatchObject({ code: 'UNAVAILABLE', cause })
  })
})

it('a file may have as many bytes as the limit, and no more', async () => {
  const PIECE = Buffer.alloc(1_000_000)
  const bodyOf = (bytes: number) =>
    Readable.from(
      (function* () {
        const whole = formOf(file({ content: '%PDF-' }))
        yield whole.subarray(0, whole.indexOf('%PDF-') + 5)
        let left = bytes - 5
        for (; left > PIECE.length; left -= PIECE.length) yield PIECE
        yield PIECE.subarray(0, left)
        yield Buffer.from('\r\n--AaB--')
      })(),
    )
  ports = { ...ports, quotaBytes: FILE_LIMITS.bytes }
  await expect(receiveBody(bodyOf(FILE_LIMITS.bytes + 1))).rejects.toMatchObject({
    ...{ code: 'TOO_LARGE', detail: { limit: `${FILE_LIMITS.bytes / 1_000_000} MB` } },
  })
  expect((await receiveBody(bodyOf(FILE_LIMITS.bytes))).file.bytes).toBe(FILE_LIMITS.bytes)
})
