import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FIELD_LIMITS } from '#schema/entities/field-limits.ts'
import { PLAIN_ARRANGEMENT } from '#schema/entities/table-view.ts'
import { outcomeOf } from '../../tests/support/call-context.ts'
import { type ContentTown, openContentTown } from '../../tests/support/content-town.ts'
import { NOW } from '../../tests/support/empty-database.ts'
import { PROJECT_ID } from '../../tests/support/project-rows.ts'
import { deleteView, readViews, saveView } from './table-views.ts'

let town: ContentTown
let [reader, wendy] = [0, 0]
beforeEach(async () => {
  town = await openContentTown({ state: 'PUBLISHED', publishedOn: 1 })
  reader = await town.person('reader', town.city)
  await town.joins(PROJECT_ID, reader, 'role-project-req-reviewer')
  wendy = await town.person('wendy', town.beta, 'role-vendor-primary-contact')
})
afterEach(async () => {
  expect(await town.elsewhere()).toEqual([])
  await town.rows.close()
})
const CONTENT = { arrangement: PLAIN_ARRANGEMENT, search: '' }
const save = async (userId: number, id: string, more: object = {}, documentId = 'd1') =>
  await saveView(
    await town.calls.by(userId),
    { documentId, id },
    { name: id, isShared: false, content: CONTENT, ...more },
  )
const remove = async (userId: number, id: string) =>
  await deleteView(await town.calls.by(userId), { documentId: 'd1', id })
const seen = async (userId: number, documentId = 'd1') =>
  (await readViews(await town.calls.by(userId), documentId)).map(({ name, isOwn, isShared }) => [
    ...[name, isOwn, isShared],
  ])
const shared = { isShared: true }

describe('a view of a document', () => {
  it('is its author’s, or shared with the people of one side', async () => {
    const { olga, anna, vera } = town
    await save(olga, 'own')
    await save(olga, 'all', { ...shared, name: 'a first' })
    await save(anna, 'hers')
    await save(vera, 'vendor', shared)
    await save(olga, 'other', shared, 'd2')
    expect(await seen(olga)).toEqual([
      ['a first', true, true],
      ['own', true, false],
    ])
    expect(await seen(anna)).toEqual([
      ['a first', false, true],
      ['hers', true, false],
    ])
    expect([await seen(vera), await seen(wendy)]).toEqual([[['vendor', true, true]], []])
    expect(await seen(anna, 'd2')).toEqual([['other', false, true]])
    expect(await outcomeOf(seen(anna, 'd9'))).toBe('NOT_FOUND')
    const [view] = await readViews(await town.calls.by(vera), 'd1')
    expect(view).toEqual({
      ...{ id: 'vendor', name: 'vendor', isShared: true, isOwn: true, content: CONTENT },
      updatedOn: NOW,
    })
  })

  it('is changed by its author, and by those who share if it is shared', async () => {
    const { olga, anna, vera } = town
    await save(anna, 'one')
    town.calls.now += 5
    await save(anna, 'one', { name: 'renamed', content: { ...CONTENT, search: '{"q":"x"}' } })
    const [changed] = await readViews(await town.calls.by(anna), 'd1')
    expect(changed).toMatchObject({ name: 'renamed', content: { search: '{"q":"x"}' } })
    expect(changed?.updatedOn).toBe(NOW + 5)
    expect(await outcomeOf(save(olga, 'one'))).toBe('NOT_FOUND')
    expect(await outcomeOf(save(vera, 'one'))).toBe('NOT_FOUND')
    await save(anna, 'one', shared)
    await save(anna, 'two', shared)
    await save(olga, 'one', { ...shared, name: 'by olga' })
    // Its author would lose it.
    expect(await outcomeOf(save(olga, 'one'))).toBe('NOT_ALLOWED')
    expect(await outcomeOf(save(vera, 'one', shared))).toBe('NOT_FOUND')
    expect(await seen(anna)).toEqual([
      ['by olga', true, true],
      ['two', true, true],
    ])
  })

  it('is not shared or changed for others by a reviewer', async () => {
    await save(town.anna, 'all', shared)
    await save(reader, 'mine')
    await save(reader, 'mine', { name: 'still mine' })
    for (const call of [
      () => save(reader, 'mine', shared),
      () => save(reader, 'new', shared),
      () => save(reader, 'all', shared),
      () => save(reader, 'all'),
      () => remove(reader, 'all'),
    ])
      expect(await outcomeOf(call())).toBe('NOT_ALLOWED')
    expect(await seen(reader)).toEqual([
      ['all', false, true],
      ['still mine', true, false],
    ])
    await remove(reader, 'mine')
    expect(await seen(reader)).toEqual([['all', false, true]])
  })

  it('is deleted alone', async () => {
    const { olga, anna, vera } = town
    await save(anna, 'one', shared)
    await save(anna, 'two', shared)
    await save(anna, 'one', {}, 'd2')
    await save(anna, 'own')
    expect(await outcomeOf(remove(olga, 'own'))).toBe('NOT_FOUND')
    expect(await outcomeOf(remove(vera, 'one'))).toBe('NOT_FOUND')
    await remove(olga, 'one')
    expect((await seen(anna)).map(([name]) => name)).toEqual(['own', 'two'])
    expect((await seen(anna, 'd2')).map(([name]) => name)).toEqual(['one'])
    expect(await outcomeOf(remove(olga, 'one'))).toBe('NOT_FOUND')
  })

  it('is one of fifty of a person at a document', async () => {
    const { queries } = town.rows.database
    const rows = (user_id: number, document_id: string, count: number) =>
      Array.from({ length: count }, (_, index) => ({
        ...{ project_id: PROJECT_ID, document_id, id: `${user_id}-${index}`, vendor_id: 0 },
        ...{ user_id, name: 'x', is_shared: 0, content: '{}', updated_on: 1 },
      }))
    const most = FIELD_LIMITS.tableViews
    await queries
      .insertInto('table_views')
      .values(rows(town.anna, 'd1', most - 1))
      .execute()
    await queries
      .insertInto('table_views')
      .values(rows(town.anna, 'd2', most))
      .execute()
    await queries
      .insertInto('table_views')
      .values(rows(town.olga, 'd1', most))
      .execute()
    await save(town.anna, 'last')
    expect(await outcomeOf(save(town.anna, 'more'))).toBe('VIEWS_FULL')
    expect(await outcomeOf(save(town.anna, 'last', { name: 'again' }))).toBe('done')
  })
})
