import { expect, test } from 'vitest'
import type { NamedMapping } from '#schema/entities/import-mapping.ts'
import { addChange, asOwnCopy, type MappingChange, withUnsent } from './kept-mappings.ts'

const content: NamedMapping['content'] = {
  roles: { rule: 'name' },
  sectionFrom: 'columns',
  defaultSection: 'General',
}
const saved = (name: string, isShared = false) => ({ name, isShared, content })
const fromServer = (id: string, name: string, isOwn = true): NamedMapping => ({
  ...{ id, ...saved(name, true), isOwn, isChangeable: isOwn, updatedOn: 5 },
})
const made = (id: string, name: string): MappingChange => ({
  ...{ id, updatedOn: null, saved: saved(name) },
})
const namesOf = (list: readonly NamedMapping[]) => list.map(({ name }) => name)

test('a mapping saved offline shows at once, among those of the server, by name', () => {
  const all = withUnsent([fromServer('b', 'B', false)], [made('c', 'C'), made('a', 'A')])
  expect(namesOf(all)).toEqual(['A', 'B', 'C'])
  expect(all[0]).toMatchObject({ isOwn: true, isChangeable: true, isShared: false })
})

test('a change offline keeps the version that the person saw first', () => {
  const first = addChange([], { id: 'a', updatedOn: 5, saved: saved('Once') })
  const second = addChange(first, { id: 'a', updatedOn: 9, saved: saved('Twice') })
  expect(second).toEqual([{ id: 'a', updatedOn: 5, saved: saved('Twice') }])
  expect(namesOf(withUnsent([fromServer('a', 'A')], second))).toEqual(['Twice'])
})

test('a mapping deleted before it was sent leaves nothing to send, a known one its deletion', () => {
  const gone: MappingChange = { id: 'a', updatedOn: 5, saved: null }
  expect(addChange([made('a', 'A')], { ...gone, updatedOn: 0 })).toEqual([])
  expect(addChange([], gone)).toEqual([gone])
  expect(withUnsent([fromServer('a', 'A')], [gone])).toEqual([])
})

test('a change that a colleague was faster with becomes a private mapping of its own', () => {
  const change = { id: 'a', updatedOn: 5, saved: saved('Mine', true) }
  expect(asOwnCopy(change, 'z')).toEqual(made('z', 'Mine'))
  expect(asOwnCopy({ ...change, saved: null }, 'z')).toBeNull()
})
