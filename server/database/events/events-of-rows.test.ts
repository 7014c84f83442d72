import { describe, expect, it } from 'vitest'
import type { Comment } from '#schema/entities/comment.ts'
import type { Entity } from '#schema/entities/rows.ts'
import type { RowChange } from '../rows/write-rows.ts'
import { eventsOfRows } from './events-of-rows.ts'

const place = { packageId: 'p1', documentId: 'd1', requirementId: 'r1' }
const comment = (type: string, more: object = {}): object => ({
  ...{ id: 'c1', type, ...place, text: 'Why?', vendorId: type === 'D' ? null : 7, ...more },
})
const reply = (more: object = {}): object => ({
  ...{ id: 'a1', commentId: 'c1', ...place, text: 'So.', isByVendor: false, officialOn: null },
  ...more,
})
const change = (entity: Entity, after: object | null, before: object | null = null): RowChange =>
  ({ entity, id: 'x', before, after }) as unknown as RowChange
const events = async (changes: RowChange[], on: object | undefined = comment('Q')) =>
  await eventsOfRows(changes, async (id) => (id === 'c1' ? (on as Comment) : undefined))
const MENTION = 'Look, @[4:Eve] and @[5:Ola]'

describe('a new comment', () => {
  it.each([
    ['Q', 'question.asked'],
    ['PP', 'painPoint.reported'],
  ])('%s is told as %s', async (type, kind) => {
    expect(await events([change('comment', comment(type))])).toEqual([{ kind }])
    const row = comment(type)
    expect(await events([change('comment', row, row)])).toEqual([])
    expect(await events([change('comment', null, row)])).toEqual([])
  })

  it('of the requestors is told to those whom it mentions', async () => {
    expect(await events([change('comment', comment('D'))])).toEqual([])
    expect(await events([change('comment', comment('D', { text: MENTION }))])).toEqual([
      { kind: 'discussion.mentioned', userIds: [4, 5] },
    ])
    // A vendor’s text mentions no colleague of the requestors.
    expect(await events([change('comment', comment('Q', { text: MENTION }))])).toEqual([
      { kind: 'question.asked' },
    ])
  })
})

describe('a reply', () => {
  it('of the vendor goes on with its question or pain point', async () => {
    const given = [change('reply', reply({ isByVendor: true }))]
    expect(await events(given)).toEqual([{ kind: 'question.continued' }])
    expect(await events(given, comment('PP'))).toEqual([{ kind: 'painPoint.continued' }])
    expect(await events([change('reply', reply({ isByVendor: true, commentId: 'c9' }))])).toEqual(
      [],
    )
  })

  it('of the requestors is told to the vendor once it is official', async () => {
    const official = reply({ officialOn: 5 })
    expect(await events([change('reply', reply())])).toEqual([])
    expect(await events([change('reply', official, reply())])).toEqual([
      { kind: 'reply.official', vendorId: 7, packageIds: ['p1'] },
    ])
    const ofProject = comment('PP', { packageId: null })
    expect(await events([change('reply', official)], ofProject)).toEqual([
      { kind: 'painPoint.replied', vendorId: 7, packageIds: null },
    ])
    expect(await events([change('reply', official, official)])).toEqual([])
    expect(await events([change('reply', null, official)])).toEqual([])
    // Its text may change before.
    expect(await events([change('reply', reply({ text: 'No.' }), reply())])).toEqual([])
  })

  it('of a discussion is told to those who take part', async () => {
    const talk = comment('D')
    expect(await events([change('reply', reply())], talk)).toEqual([
      { kind: 'discussion.replied', detail: { commentId: 'c1', mentioned: [] } },
    ])
    expect(await events([change('reply', reply({ text: MENTION }))], talk)).toEqual([
      { kind: 'discussion.replied', detail: { commentId: 'c1', mentioned: [4, 5] } },
      { kind: 'discussion.mentioned', userIds: [4, 5] },
    ])
    const official = reply({ officialOn: 5, text: MENTION })
    expect(await events([change('reply', official, reply())], talk)).toEqual([])
  })
})

describe('a publication', () => {
  const publication = (...corrections: boolean[]) => ({
    ...{ id: 'q1', ...place },
    revisions: corrections.map((isCorrection, index) => ({ revision: index + 1, isCorrection })),
  })
  it('is told when it comes, and with each correction', async () => {
    const told = async (after: object | null, before: object | null = null) =>
      await events([change('publication', after, before)])
    const packageIds = ['p1']
    expect(await told(publication(false))).toEqual([{ kind: 'answer.published', packageIds }])
    // One that comes back with its corrections comes as a whole.
    expect(await told(publication(false, true))).toEqual([{ kind: 'answer.published', packageIds }])
    expect(await told(publication(false, true), publication(false))).toEqual([
      { kind: 'answer.corrected', packageIds },
    ])
    expect(await told(publication(false, false), publication(false))).toEqual([])
    expect(await told(publication(false), publication(false))).toEqual([])
    expect(await told(null, publication(false))).toEqual([])
    const whole = { ...publication(false), packageId: null }
    expect(await told(whole)).toEqual([{ kind: 'answer.published', packageIds: null }])
  })
})

describe('overrides', () => {
  const override = (more: object = {}) => ({
    ...{ documentId: 'd1', value: 1, reason: 'a', removed: false, updatedOn: 1, ...more },
  })
  it('are told once for each document, after the rest', async () => {
    const found = await events([
      change('override', override()),
      change('override', override({ value: 2 }), override()),
      change('override', override({ documentId: 'd2' })),
      change('comment', comment('Q')),
    ])
    expect(found).toEqual([
      { kind: 'question.asked' },
      { kind: 'document.overridden', detail: { documentId: 'd1' } },
      { kind: 'document.overridden', detail: { documentId: 'd2' } },
    ])
  })

  it.each([
    ['value', { value: 2 }, 1],
    ['reason', { reason: 'b' }, 1],
    ['removal', { removed: true }, 1],
    ['time', { updatedOn: 2 }, 0],
  ])('are told for another %s', async (_what, more, count) => {
    expect(await events([change('override', override(more), override())])).toHaveLength(count)
  })

  it('that are gone are not told', async () => {
    expect(await events([change('override', null, override())])).toEqual([])
  })
})

describe('a vendor’s part', () => {
  const part = (userId: number | null) => ({
    ...{ id: 'd1.7', vendorId: 7, userId, packageId: 'p1', documentId: 'd1', sectionId: 's1' },
  })
  it('is told to the person who gets it', async () => {
    const told = async (after: object | null, before: object | null = null) =>
      await events([change('vendorPart', after, before)])
    const given = {
      ...{ kind: 'part.given', vendorId: 7, packageIds: ['p1'], userIds: [3] },
      detail: { packageId: 'p1', documentId: 'd1', sectionId: 's1' },
    }
    expect(await told(part(3))).toEqual([given])
    expect(await told(part(3), part(4))).toEqual([given])
    expect(await told(part(3), part(3))).toEqual([])
    expect(await told(part(null), part(3))).toEqual([])
    expect(await told(null, part(3))).toEqual([])
  })
})
