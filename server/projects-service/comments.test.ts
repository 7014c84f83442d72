import { afterEach, describe, expect, it } from 'vitest'
import type { Project } from '#schema/entities/project.ts'
import { NO_INPUT, outcomeOf } from '../../tests/support/call-context.ts'
import { type ContentTown, openContentTown } from '../../tests/support/content-town.ts'
import { NOW } from '../../tests/support/empty-database.ts'
import { PROJECT_ID } from '../../tests/support/project-rows.ts'
import { commentHandlers as comments } from './comments.ts'

let town: ContentTown
const open = async (project: Partial<Project> = {}) => {
  town = await openContentTown({ state: 'PUBLISHED', publishedOn: 1, ...project })
}
afterEach(async () => {
  expect(await town.elsewhere()).toEqual([])
  await town.rows.close()
})
const by = (userId: number) => town.calls.by(userId)
const of = <T>(content: T, id = PROJECT_ID) => ({ ...NO_INPUT, params: { id }, body: content })
const PLACES = {
  project: { kind: 'project', id: PROJECT_ID },
  requirement: { kind: 'requirement', id: 'r1' },
} as const
/** A comment that is made one ms after the one before. */
const add = async (
  userId: number,
  type: 'D' | 'Q' | 'PP',
  {
    place = PLACES.requirement as { kind: 'requirement' | 'project' | 'document'; id: string },
    text = 'Why?',
  } = {},
) => {
  town.calls.now += 1
  const severity = type === 'PP' ? ('MAJOR' as const) : null
  return await comments.create(of({ type, place, severity, text }), await by(userId))
}
const reply = async (userId: number, id: string, text: string) => {
  town.calls.now += 1
  return await comments.reply(of({ text }, id), await by(userId))
}
const list = async (userId: number, type: 'D' | 'Q' | 'PP', more: object = {}) =>
  await comments.list(
    of({ type, filter: 'all' as const, pageNumber: 0, pageSize: 50, ...more }),
    await by(userId),
  )

describe('comments', () => {
  it('are listed by kind and place, newest first and in pages, with their replies in order', async () => {
    await open()
    const { olga, vera } = town
    const first = await add(vera, 'Q')
    const second = await add(vera, 'Q', { place: PLACES.project, text: 'When?' })
    const third = await add(vera, 'Q', { place: { kind: 'document', id: 'd1' } })
    const point = await add(vera, 'PP')
    const talk = await add(olga, 'D')
    const one = await reply(vera, first.id, 'Still why?')
    const two = await reply(vera, first.id, 'And?')
    await reply(vera, second.id, 'Soon?')
    const found = await list(olga, 'Q')
    expect(found.items.map(({ comment }) => comment.id)).toEqual([third.id, second.id, first.id])
    expect(found.items[2]?.replies.map(({ id }) => id)).toEqual([one.id, two.id])
    expect([found.total, found.items[0]?.replies]).toEqual([3, []])
    const page = await list(olga, 'Q', { pageNumber: 1, pageSize: 2 })
    expect([page.total, page.pageNumber, page.items.map(({ comment }) => comment.id)]).toEqual([
      ...[3, 1],
      [first.id],
    ])
    const there = await list(olga, 'Q', { place: PLACES.requirement })
    expect(there.items.map(({ comment }) => comment.id)).toEqual([first.id])
    // Ids of two kinds of rows may be equal.
    expect((await list(olga, 'Q', { place: { kind: 'document', id: 'r1' } })).total).toBe(0)
    expect((await list(olga, 'Q', { place: { kind: 'document', id: 'd2' } })).total).toBe(0)
    expect((await list(olga, 'PP')).items.map(({ comment }) => comment.id)).toEqual([point.id])
    expect((await list(olga, 'D')).items.map(({ comment }) => comment.id)).toEqual([talk.id])
  })

  it('of requestors are not for vendors, and those of one vendor not for another', async () => {
    await open()
    const wendy = await town.person('wendy', town.beta, 'role-vendor-primary-contact')
    await add(town.vera, 'Q')
    await add(town.olga, 'D')
    expect(await outcomeOf(list(town.vera, 'D'))).toBe('NOT_FOUND')
    expect([(await list(town.vera, 'Q')).total, (await list(wendy, 'Q')).total]).toEqual([1, 0])
    expect(await outcomeOf(list(town.villager, 'Q'))).toBe('ACCESS_TO_PROJECT_IS_DENIED')
    expect(await outcomeOf(comments.publications(of(undefined), await by(town.villager)))).toBe(
      'ACCESS_TO_PROJECT_IS_DENIED',
    )
  })

  it('are made by their author, at the place and time', async () => {
    await open()
    const made = await add(town.vera, 'PP', { text: 'It hurts' })
    expect(made).toMatchObject({
      ...{ type: 'PP', severity: 'MAJOR', text: 'It hurts', vendorId: town.alpha },
      ...{ authorId: town.vera, authorName: 'vera Person', createdOn: NOW + 1 },
      ...{ packageId: 'p1', documentId: 'd1', requirementId: 'r1' },
    })
    const named = {
      id: 'own',
      type: 'D' as const,
      place: PLACES.project,
      severity: null,
      text: 'x',
    }
    expect(await comments.create(of(named), await by(town.olga))).toMatchObject({ id: 'own' })
    const asked = { ...named, type: 'Q' as const, id: 'mine' }
    const question = await comments.create(of(asked), await by(town.vera))
    expect(question.id).toContain('mine')
    const answer = await comments.reply(
      of({ id: 'a', text: 'Yes' }, question.id),
      await by(town.vera),
    )
    expect(answer).toMatchObject({ commentId: question.id, isByVendor: true, text: 'Yes' })
  })
})

describe('a question', () => {
  it('is answered officially and published, each time by its newest version', async () => {
    await open()
    const { olga, vera } = town
    const asked = await add(vera, 'Q')
    const answer = await reply(olga, asked.id, 'Because.')
    const other = await reply(olga, asked.id, 'Just so.')
    // A requestor’s reply is a draft to the vendor.
    expect((await list(vera, 'Q')).items[0]?.replies).toEqual([])
    const mark = async (updatedOn: number, replyId = answer.id) =>
      await comments.markOfficial(of({ replyId, updatedOn }, asked.id), await by(olga))
    expect(await outcomeOf(mark(asked.updatedOn - 1))).toBe('requirement.stale')
    const marked = await mark(asked.updatedOn)
    expect(marked.officialReplies.map(({ replyId }) => replyId)).toEqual([answer.id])
    const replies = (await list(vera, 'Q')).items[0]?.replies ?? []
    expect(replies.map(({ id, authorName }) => [id, authorName])).toEqual([[answer.id, '']])
    const publish = async (updatedOn: number, id?: string) =>
      await comments.publish(
        of(
          { ...(id === undefined ? {} : { id }), updatedOn, question: 'Q!', answer: 'A!' },
          asked.id,
        ),
        await by(olga),
      )
    expect(await outcomeOf(publish(asked.updatedOn))).toBe('requirement.stale')
    const published = await publish(marked.updatedOn, 'qa')
    expect(published).toMatchObject({
      ...{ id: 'qa', requirementId: 'r1' },
      revisions: [{ revision: 1, question: 'Q!', answer: 'A!', isCorrection: false }],
    })
    const correct = async (updatedOn: number) =>
      await comments.correct(of({ updatedOn, question: 'Q!', answer: 'B!' }, 'qa'), await by(olga))
    expect(await outcomeOf(correct(published.updatedOn - 1))).toBe('requirement.stale')
    town.calls.now += 1
    const corrected = await correct(published.updatedOn)
    expect(corrected.revisions).toMatchObject([
      { answer: 'A!' },
      { revision: 2, answer: 'B!', isCorrection: true },
    ])
    expect((await list(olga, 'Q', { filter: 'unpublished' })).total).toBe(0)
    expect(other.officialOn).toBeNull()
  })

  it('that is published first is listed last, whatever was corrected since', async () => {
    await open()
    const { olga, vera } = town
    const ids: string[] = []
    for (const id of ['b', 'a', 'c']) {
      const asked = await add(vera, 'Q')
      const answer = await reply(olga, asked.id, 'Because.')
      const context = await by(olga)
      const marked = await comments.markOfficial(
        of({ replyId: answer.id, updatedOn: asked.updatedOn }, asked.id),
        context,
      )
      const texts = { question: 'Q', answer: 'A' }
      const made = await comments.publish(
        of({ id, updatedOn: marked.updatedOn, ...texts }, asked.id),
        context,
      )
      ids.push(made.id)
    }
    town.calls.now += 1
    const texts = { updatedOn: (await town.row('publication', 'b'))?.updatedOn ?? 0 }
    await comments.correct(of({ ...texts, question: 'Q', answer: 'B' }, 'b'), await by(olga))
    const listed = await comments.publications(
      { ...NO_INPUT, params: { id: PROJECT_ID } },
      await by(vera),
    )
    expect(listed.map(({ id }) => id)).toEqual(['c', 'a', 'b'])
    expect(listed.flatMap(({ revisions }) => revisions.map(({ by: who }) => who))).toEqual([
      ...[0, 0, 0, 0],
    ])
  })
})
