import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Attachment } from '#schema/entities/attachment.ts'
import { buildStores, type TestStores } from '../../tests/support/blob-stores.ts'
import { NO_INPUT, outcomeOf } from '../../tests/support/call-context.ts'
import { type ContentTown, openContentTown } from '../../tests/support/content-town.ts'
import { PROJECT_ID } from '../../tests/support/project-rows.ts'
import { UploadTurns } from '../files/receive.ts'
import type { SignedInContext } from '../route.ts'
import { attachmentHandlers as attachments } from './attachments.ts'

const PLAN = '%PDF-1.7 the plan'
const HASH = createHash('sha256').update(PLAN).digest('hex')
let town: ContentTown
let stores: TestStores
let bob: number
beforeEach(async () => {
  town = await openContentTown({ state: 'PUBLISHED', publishedOn: 1 }, ({ alpha }) => ({
    attachment: [
      stored('of-p1', {}),
      stored('of-d1', { documentId: 'd1' }),
      stored('of-r1', { documentId: 'd1', requirementId: 'r1' }),
      stored('of-r2', { documentId: 'd1', requirementId: 'r2' }),
      stored('of-alpha', { vendorId: alpha }),
    ],
  }))
  bob = await town.person('bob', town.beta, 'role-vendor-primary-contact')
  stores = await buildStores('folder')
})
afterEach(async () => {
  expect(await town.elsewhere()).toEqual([])
  await town.rows.close()
  await stores.close()
})
const stored = (id: string, changes: Partial<Attachment>): Attachment => ({
  ...{ id, projectId: PROJECT_ID, packageId: 'p1', documentId: null, requirementId: null },
  ...{ vendorId: null, name: `${id}.pdf`, alias: '', description: '', createdByOrg: 1 },
  file: { contentHash: 'a'.repeat(64), bytes: 1, mime: 'application/pdf' },
  ...{ createdBy: 1, createdByName: 'Olga', createdOn: 0, updatedOn: 0, ...changes },
})
const TYPE = 'multipart/form-data; boundary=AaB'
const formOf = (text: string) =>
  `--AaB\r\nContent-Disposition: form-data; name="file"; filename="plan.pdf"\r\nContent-Type: application/pdf\r\n\r\n${text}\r\n--AaB--`
/** A call with the ports of files; `body` is what the request streams. */
const by = async (userId: number, body = '', headers: Record<string, string> = {}) => {
  const context = await town.calls.by(userId)
  const { database, clock } = context.services
  const files = {
    database,
    clock,
    blobs: stores.open(),
    quotaBytes: 1_000,
    turns: new UploadTurns(),
  }
  const request = {
    ...{ ip: '', body: Readable.from([Buffer.from(body)]) },
    headers: { 'content-type': TYPE, ...headers },
  }
  return {
    ...context,
    request,
    services: { ...context.services, files },
  } as unknown as SignedInContext
}
const at = (id: string) => ({ ...NO_INPUT, params: { id } })
const ids = (found: readonly Attachment[]) => found.map(({ id }) => id)

describe('the files of a place', () => {
  it('are those of the place itself that the caller may read', async () => {
    const { olga, vera } = town
    expect(ids(await attachments.ofPackage(at('p1'), await by(olga)))).toEqual(['of-p1'])
    expect(ids(await attachments.ofPackage(at('p1'), await by(vera)))).toEqual([
      ...['of-alpha', 'of-p1'],
    ])
    expect(ids(await attachments.ofPackage(at('p1'), await by(bob)))).toEqual(['of-p1'])
    expect(ids(await attachments.ofPackage(at('p2'), await by(olga)))).toEqual([])
    expect(ids(await attachments.ofDocument(at('d1'), await by(olga)))).toEqual(['of-d1'])
    expect(ids(await attachments.ofRequirement(at('r1'), await by(olga)))).toEqual(['of-r1'])
    expect(await outcomeOf(attachments.ofDocument(at('p1'), await by(olga)))).toBe('NOT_FOUND')
  })
})

describe('a file that is sent', () => {
  it('is one of its place, of the requestor or of the vendor that sent it', async () => {
    const { olga, vera, city, alpha } = town
    const toPackage = await attachments.sendToPackage(at('p1'), await by(olga, formOf(PLAN)))
    expect(toPackage).toMatchObject({
      ...{ projectId: PROJECT_ID, packageId: 'p1', documentId: null, requirementId: null },
      ...{ vendorId: null, name: 'plan.pdf', createdBy: olga, createdByOrg: city },
      file: { contentHash: HASH, bytes: PLAN.length, mime: 'application/pdf' },
    })
    const toDocument = await attachments.sendToDocument(at('d1'), await by(olga, formOf(PLAN)))
    expect(toDocument).toMatchObject({ documentId: 'd1', requirementId: null })
    const answer = await attachments.sendToRequirement(at('r1'), await by(vera, formOf(PLAN)))
    expect(answer).toMatchObject({ requirementId: 'r1', vendorId: alpha, createdByOrg: alpha })
    const seen = await attachments.ofRequirement(at('r1'), await by(vera))
    expect(ids(seen)).toEqual(['of-r1', answer.id].toSorted())
    expect(ids(await attachments.ofRequirement(at('r1'), await by(olga)))).toEqual(['of-r1'])
  })

  it('is refused before its bytes are read without the right to send it', async () => {
    const reader = await town.person('reader', town.city)
    await town.joins(PROJECT_ID, reader, 'role-project-req-reviewer')
    const context = await by(reader, formOf(PLAN))
    expect(await outcomeOf(attachments.sendToPackage(at('p1'), context))).toBe('NOT_ALLOWED')
    expect((context.request.body as Readable).readableDidRead).toBe(false)
  })

  it('may be one whose bytes are stored', async () => {
    await attachments.sendToPackage(at('p1'), await by(town.olga, formOf(PLAN)))
    const file = { contentHash: HASH, bytes: PLAN.length, mime: 'application/pdf' }
    const content = { name: 'again.pdf', alias: '', description: '', file }
    const place = { kind: 'document', id: 'd2' } as const
    const create = async (id: string | undefined, person: number) =>
      await attachments.create(
        { ...NO_INPUT, body: { ...(id === undefined ? {} : { id }), place, ...content } },
        await by(person),
      )
    expect(await create('own-id', town.olga)).toMatchObject({ id: 'own-id', documentId: 'd2' })
    const made = await create(undefined, town.olga)
    expect([made.name, made.id === 'own-id']).toEqual(['again.pdf', false])
    const ofVendor = await create('theirs', town.vera)
    expect(ofVendor).toMatchObject({ vendorId: town.alpha, name: 'again.pdf' })
  })
})

describe('a file', () => {
  it('is renamed by its newest version', async () => {
    const update = async (body: object, person = town.olga) =>
      await attachments.update(
        { ...NO_INPUT, body: { id: 'of-r1', updatedOn: 0, ...body } },
        await by(person),
      )
    expect(await outcomeOf(update({ name: 'b.pdf', updatedOn: 5 }))).toBe('requirement.stale')
    const renamed = await update({ name: 'b.pdf', description: 'New' })
    expect(renamed).toMatchObject({ id: 'of-r1', name: 'b.pdf', description: 'New' })
    expect(await town.row('attachment', 'of-r2')).toMatchObject({ name: 'of-r2.pdf' })
    expect(await outcomeOf(update({ id: 'of-alpha', name: 'x.pdf' }))).toBe('NOT_FOUND')
  })

  it('is removed from its own place', async () => {
    const { olga } = town
    const remove = async (
      kind: 'Package' | 'Document' | 'Requirement',
      place: string,
      id: string,
    ) =>
      await outcomeOf(
        (async () =>
          await attachments[`removeOf${kind}`]({ ...at(place), body: { id } }, await by(olga)))(),
      )
    expect(await remove('Package', 'p1', 'of-d1')).toBe('NOT_FOUND')
    expect(await remove('Document', 'd1', 'of-r1')).toBe('NOT_FOUND')
    expect(await remove('Requirement', 'r1', 'of-r2')).toBe('NOT_FOUND')
    expect(await remove('Package', 'p1', 'of-alpha')).toBe('NOT_FOUND')
    expect(await remove('Package', 'p1', 'of-p1')).toBe('done')
    expect(await remove('Document', 'd1', 'of-d1')).toBe('done')
    expect(await remove('Requirement', 'r1', 'of-r1')).toBe('done')
    const left = await town.rows.database.queries
      .selectFrom('attachments')
      .select('id')
      .where('project_id', '=', PROJECT_ID)
      .orderBy('id')
      .execute()
    expect(left.map(({ id }) => id)).toEqual(['of-alpha', 'of-r2'])
  })
})

describe('the bytes of a file', () => {
  const download = async (id: string, person: number, dest?: string) => {
    const context = await by(person, '', dest === undefined ? {} : { 'sec-fetch-dest': dest })
    const headers: Record<string, string> = {}
    let text = ''
    const reply = {
      type: (mime: string) => reply.header('content-type', mime),
      header: (name: string, value: string) => {
        headers[name] = value
        return reply
      },
      send: async (content: Readable) => {
        text = Buffer.concat(await content.toArray()).toString()
      },
    }
    const outcome = await outcomeOf(
      attachments.content(at(id), { ...context, reply } as unknown as SignedInContext),
    )
    return { outcome, headers, text }
  }

  it('are given to those who may read it, as a download', async () => {
    const sent = await attachments.sendToPackage(at('p1'), await by(town.vera, formOf(PLAN)))
    const found = await download(sent.id, town.vera)
    expect([found.outcome, found.text]).toEqual(['done', PLAN])
    expect(found.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(PLAN.length),
      'content-disposition': expect.stringContaining('plan.pdf'),
    })
    expect((await download(sent.id, town.vera, 'empty')).outcome).toBe('done')
    expect((await download(sent.id, town.vera, 'document')).outcome).toBe('NOT_FOUND')
    for (const person of [bob, town.olga])
      expect((await download(sent.id, person)).outcome).toBe('NOT_FOUND')
  })

  it('that are missing are not found', async () => {
    expect((await download('of-p1', town.olga)).outcome).toBe('NOT_FOUND')
  })
})
