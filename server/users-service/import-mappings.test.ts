import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MAPPING_LIMITS } from '#schema/entities/import-mapping.ts'
import { NO_INPUT, outcomeOf } from '../../tests/support/call-context.ts'
import { NOW } from '../../tests/support/empty-database.ts'
import {
  buildProject,
  buildProjectVendor,
  buildRows,
  PROJECT_ID,
} from '../../tests/support/project-rows.ts'
import { storeRows } from '../../tests/support/stored-project.ts'
import { openTown, type Town } from '../../tests/support/town.ts'
import { importMappingHandlers as handlers } from './import-mappings.ts'

let town: Town
let [anna, boris, admin, writer, outsider] = [0, 0, 0, 0, 0]
beforeEach(async () => {
  town = await openTown()
  const { city, village, alpha } = town
  anna = await town.person('anna', city, 'role-org-power-user')
  boris = await town.person('boris', city, 'role-org-power-user')
  admin = await town.person('admin', city, 'role-org-admin')
  writer = await town.person('writer', city)
  outsider = await town.person('outsider', village, 'role-org-power-user')
  const project = buildProject({ organizationId: city, ownerId: anna })
  await storeRows(
    town.rows,
    buildRows({ project: [project], projectVendor: [buildProjectVendor(alpha)] }),
  )
  await town.joins(PROJECT_ID, boris, 'role-project-req-author')
  await town.rows.project('q', village, {
    owner_id: outsider,
    body: JSON.stringify(buildProject({ id: 'q', organizationId: village, ownerId: outsider })),
  })
})
afterEach(() => town.rows.close())
const CONTENT = {
  roles: { name: 'name' as const },
  sectionFrom: 'column' as const,
  defaultSection: '',
}
const saved = (id: string, more: object = {}) => ({
  ...{ id, name: id, isShared: false, content: CONTENT as never, ...more },
})
const at = <T>(body: T, place = town.city) => ({ ...NO_INPUT, params: { id: place }, body })
const by = (userId: number) => town.calls.by(userId)
const create = async (userId: number, id: string, more: object = {}, place = town.city) =>
  await handlers.create(at(saved(id, more), place), await by(userId))
const update = async (userId: number, id: string, updatedOn: number, more: object = {}) =>
  await handlers.update(at({ ...saved(id, more), updatedOn }), await by(userId))
const remove = async (userId: number, id: string) =>
  await handlers.delete(at({ id }), await by(userId))
const names = async (userId: number, place = town.city) =>
  (await handlers.list({ ...NO_INPUT, params: { id: place } }, await by(userId))).map(
    ({ name, isOwn, isShared, isChangeable }) => [name, isOwn, isShared, isChangeable],
  )
const stored = async () =>
  await town.rows.database.queries
    .selectFrom('import_mappings')
    .select(['organization_id', 'id', 'user_id', 'name', 'updated_on'])
    .orderBy('id')
    .orderBy('organization_id')
    .execute()

describe('an import mapping', () => {
  it('is its author’s, or shared in the organization', async () => {
    const made = await create(anna, 'own')
    expect(made).toEqual({
      ...{ id: 'own', name: 'own', isShared: false, isOwn: true, isChangeable: true },
      ...{ content: CONTENT, updatedOn: NOW },
    })
    await create(anna, 'all', { isShared: true, name: 'a shared one' })
    await create(boris, 'hers')
    expect(await names(anna)).toEqual([
      ['a shared one', true, true, true],
      ['own', true, false, true],
    ])
    expect(await names(boris)).toEqual([
      ['a shared one', false, true, false],
      ['hers', true, false, true],
    ])
    // An administrator changes what is shared, and sees no other person’s own.
    expect(await names(admin)).toEqual([['a shared one', false, true, true]])
    expect(await names(outsider, town.village)).toEqual([])
  })

  it('is for people who write in projects of the organization', async () => {
    expect(await outcomeOf(names(writer))).toBe('NOT_ALLOWED')
    await town.joins(PROJECT_ID, writer, 'role-project-req-author')
    expect(await names(writer)).toEqual([])
    expect(await outcomeOf(names(writer, town.village))).toMatch(/^NOT_/)
    expect(await outcomeOf(names(outsider))).toMatch(/^NOT_/)
    expect(await outcomeOf(names(anna, 9_999))).toBe('NOT_FOUND')
    expect(await outcomeOf(create(outsider, 'x'))).toMatch(/^NOT_/)
    expect(await stored()).toEqual([])
  })

  it('that is sent again is the same one, and another person’s id is not found', async () => {
    const made = await create(anna, 'own')
    town.calls.now += 1
    expect(await create(anna, 'own', { name: 'again' })).toEqual(made)
    expect(await outcomeOf(create(boris, 'own'))).toBe('NOT_FOUND')
    await create(outsider, 'own', { name: 'village' }, town.village)
    const rows = (await stored()).map(({ organization_id, user_id, name }) => [
      ...[organization_id, user_id, name],
    ])
    expect(rows).toEqual([
      [town.city, anna, 'own'],
      [town.village, outsider, 'village'],
    ])
  })

  it('changes by its newest version, by its author, or by an administrator if it is shared', async () => {
    const own = await create(anna, 'own')
    await create(anna, 'other')
    expect(await outcomeOf(update(anna, 'own', own.updatedOn - 1))).toBe('requirement.stale')
    const renamed = await update(anna, 'own', own.updatedOn, { name: 'new', isShared: true })
    // Two changes in one millisecond have two versions.
    expect(renamed).toMatchObject({ name: 'new', isShared: true, updatedOn: NOW + 1 })
    expect(await outcomeOf(update(anna, 'own', own.updatedOn))).toBe('requirement.stale')
    town.calls.now += 50
    const shared = { name: 'by admin', isShared: true }
    expect(await outcomeOf(update(boris, 'own', NOW + 1, shared))).toBe('NOT_ALLOWED')
    expect(await outcomeOf(update(boris, 'other', NOW))).toBe('NOT_FOUND')
    expect(await outcomeOf(update(admin, 'other', NOW))).toBe('NOT_FOUND')
    expect(await outcomeOf(update(admin, 'own', NOW + 1))).toBe('NOT_ALLOWED')
    const changed = await update(admin, 'own', NOW + 1, shared)
    expect(changed).toMatchObject({ name: 'by admin', isOwn: false, updatedOn: NOW + 50 })
    expect((await stored()).map(({ id, name, user_id }) => [id, name, user_id])).toEqual([
      ['other', 'other', anna],
      ['own', 'by admin', anna],
    ])
  })

  it('is deleted by those who may change it, alone', async () => {
    await create(anna, 'own')
    await create(anna, 'all', { isShared: true })
    await create(anna, 'rest', { isShared: true })
    await create(outsider, 'all', {}, town.village)
    expect(await outcomeOf(remove(boris, 'own'))).toBe('NOT_FOUND')
    expect(await outcomeOf(remove(boris, 'all'))).toBe('NOT_ALLOWED')
    expect(await remove(admin, 'all')).toEqual({ done: true })
    expect(await remove(anna, 'own')).toEqual({ done: true })
    expect(await outcomeOf(remove(anna, 'own'))).toBe('NOT_FOUND')
    expect((await stored()).map(({ id, organization_id }) => [id, organization_id])).toEqual([
      ['all', town.village],
      ['rest', town.city],
    ])
  })
})

describe('import mappings', () => {
  const fill = async (
    count: number,
    row: { user_id: number; is_shared: number },
    place = town.city,
  ) => {
    await town.rows.database.queries
      .insertInto('import_mappings')
      .values(
        Array.from({ length: count }, (_, index) => ({
          ...{ organization_id: place, id: `${row.user_id}-${index}`, name: 'x', content: '{}' },
          ...{ updated_on: 1, ...row },
        })),
      )
      .execute()
  }
  it('are fifty of one person in an organization', async () => {
    await fill(MAPPING_LIMITS.ofPerson, { user_id: boris, is_shared: 0 })
    await fill(MAPPING_LIMITS.ofPerson - 1, { user_id: anna, is_shared: 0 })
    await fill(10, { user_id: anna, is_shared: 0 }, town.village)
    expect(await outcomeOf(create(anna, 'last'))).toBe('done')
    expect(await outcomeOf(create(anna, 'more'))).toBe('MAPPINGS_FULL')
    // One that is there is answered all the same.
    expect(await outcomeOf(create(anna, 'last'))).toBe('done')
  })

  it('are a hundred shared ones in an organization', async () => {
    await fill(MAPPING_LIMITS.shared - 1, { user_id: 777, is_shared: 1 })
    await fill(MAPPING_LIMITS.shared, { user_id: 778, is_shared: 1 }, town.village)
    await fill(5, { user_id: 779, is_shared: 0 })
    const last = await create(anna, 'last', { isShared: true })
    expect(await outcomeOf(create(anna, 'more', { isShared: true }))).toBe('SHARED_MAPPINGS_FULL')
    const own = await create(anna, 'own')
    expect(await outcomeOf(update(anna, 'own', own.updatedOn, { isShared: true }))).toBe(
      'SHARED_MAPPINGS_FULL',
    )
    // A shared one stays shared.
    expect(await outcomeOf(update(anna, 'last', last.updatedOn, { isShared: true }))).toBe('done')
  })
})
