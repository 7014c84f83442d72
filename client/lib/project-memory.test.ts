import { describe, expect, it } from 'vitest'
import type { Entity, Row } from '#schema/entities/rows.ts'
import { buildPackage, buildRequirement, PROJECT_ID } from '../../tests/support/project-rows.ts'
import { isLoading, listKey, ProjectMemory, rowKey } from './project-memory.ts'

type Asked = readonly [entity: Entity, index: string, value: string]
const IN_S1: Asked = ['requirement', 'sectionId', 's1']
const IN_S2: Asked = ['requirement', 'sectionId', 's2']
const IN_D1: Asked = ['requirement', 'documentId', 'd1']

const changed = (row: Row, isUnsent = false) => ({
  ...{ entity: 'requirement' as const, id: row.id, row, isUnsent },
})
const removed = (id: string, isUnsent = false) => ({
  ...{ entity: 'requirement' as const, id, row: null, isUnsent },
})
const row = (id: string, rank: string, changes: Parameters<typeof buildRequirement>[0] = {}) =>
  buildRequirement({ id, rank, ...changes })
const B = row('b', 'b')

/** A memory that shows the requirements a to c of one section. */
const shown = () => {
  const memory = new ProjectMemory()
  memory.apply([changed(row('c', 'c')), changed(row('a', 'a')), changed(B)])
  for (const list of [IN_S1, IN_S2]) memory.showWhole(...list)
  memory.ids(...IN_S1)
  return memory
}
const namesIn = (memory: ProjectMemory, list = IN_S1) =>
  memory.list(...list).map((one) => ('name' in one ? one.name : ''))
/** Counts the calls of a listener. */
const counted = (memory: ProjectMemory, key: string) => {
  const calls = { count: 0, stop: () => {} }
  calls.stop = memory.subscribe(key, () => (calls.count += 1))
  return calls
}

describe('a row', () => {
  it('is known from the change that brings it until the one that removes it', () => {
    const memory = shown()
    expect(memory.row('requirement', 'b')).toBe(B)
    expect(memory.row('package', 'b')).toBeUndefined()
    memory.apply([removed('b')])
    expect(memory.row('requirement', 'b')).toBeUndefined()
    expect(memory.row('requirement', 'a')).toBeDefined()
  })

  it('is unsent from an edit until the server has decided, which wakes who shows that', () => {
    const memory = shown()
    const mark = counted(memory, `unsent ${rowKey('requirement', 'b')}`)
    memory.apply([changed(B)])
    expect([memory.isUnsent('requirement', 'b'), mark.count]).toEqual([false, 0])
    memory.apply([changed(B, true)])
    expect([memory.isUnsent('requirement', 'b'), mark.count]).toEqual([true, 1])
    expect(memory.isUnsent('requirement', 'a')).toBe(false)
    memory.apply([changed({ ...B, name: 'New' }, true)])
    expect([memory.isUnsent('requirement', 'b'), mark.count]).toEqual([true, 1])
    memory.apply([removed('b', true)])
    expect(memory.isUnsent('requirement', 'b')).toBe(true)
    memory.apply([removed('b')])
    expect([memory.isUnsent('requirement', 'b'), mark.count]).toEqual([false, 2])
  })

  it('wakes its own listeners only, in the order in which they came, until they leave', () => {
    const memory = shown()
    const key = rowKey('requirement', 'b')
    const order: string[] = []
    const stops = ['first', 'second'].map((name) =>
      memory.subscribe(key, () => void order.push(name)),
    )
    const other = counted(memory, rowKey('requirement', 'a'))
    memory.apply([changed(B)])
    expect([order, other.count]).toEqual([['first', 'second'], 0])
    stops[0]?.()
    memory.apply([changed(B)])
    expect(order).toEqual(['first', 'second', 'second'])
    stops[1]?.()
    memory.apply([changed(B)])
    expect(order).toHaveLength(3)
  })

  it('goes on waking a later listener when an earlier one leaves a second time', () => {
    const memory = shown()
    const key = rowKey('requirement', 'b')
    const before = counted(memory, key)
    before.stop()
    const after = counted(memory, key)
    before.stop()
    memory.apply([changed(B)])
    expect([before.count, after.count]).toEqual([0, 1])
  })

  it('that never was here wakes no list when it is removed', () => {
    const memory = shown()
    const list = counted(memory, listKey(...IN_S1))
    const own = counted(memory, rowKey('requirement', 'none'))
    memory.apply([removed('none')])
    expect([list.count, own.count]).toEqual([0, 0])
  })
})

describe('a list', () => {
  it('is loading until it is shown, although rows of it are in memory', () => {
    const memory = new ProjectMemory()
    memory.apply([changed(B)])
    expect([isLoading(memory.list(...IN_S1)), isLoading(memory.ids(...IN_S1))]).toEqual([
      ...[true, true],
    ])
    expect(memory.isShown(...IN_S1)).toBe(false)
    const wake = counted(memory, listKey(...IN_S1))
    memory.show(...IN_S1)
    expect(wake.count).toBe(1)
    expect([memory.isShown(...IN_S1), memory.isWhole(...IN_S1)]).toEqual([true, false])
    expect(memory.list(...IN_S1)).toEqual([B])
    memory.showWhole(...IN_S1)
    expect([wake.count, memory.isWhole(...IN_S1)]).toEqual([2, true])
    expect(memory.isShown(...IN_S2), 'another list').toBe(false)
  })

  it('holds the rows with its value, sorted by rank', () => {
    const memory = shown()
    memory.apply([changed(row('0', 'z')), changed(row('x', 'a', { sectionId: 's2' }))])
    expect(memory.ids(...IN_S1)).toEqual(['a', 'b', 'c', '0'])
    expect(memory.list(...IN_S1)[1]).toBe(B)
    expect(memory.ids(...IN_S2)).toEqual(['x'])
    memory.show('requirement', 'sectionId', 'empty')
    const empty = memory.ids('requirement', 'sectionId', 'empty')
    expect([empty, isLoading(empty)]).toEqual([[], false])
  })

  it('shows rows that came before it was asked for, also in a second list of its index', () => {
    const memory = shown()
    memory.showWhole(...IN_D1)
    expect(memory.ids(...IN_D1)).toEqual(['a', 'b', 'c'])
    memory.apply([changed(row('d', 'd', { sectionId: 's2' }))])
    expect(memory.ids(...IN_D1)).toEqual(['a', 'b', 'c', 'd'])
    expect(memory.ids(...IN_S1)).toEqual(['a', 'b', 'c'])
    expect(memory.ids(...IN_S2)).toEqual(['d'])
  })

  it('takes an edit of a row that keeps its place into a new array, and keeps its ids', () => {
    const memory = shown()
    const [rows, ids] = [memory.list(...IN_S1), memory.ids(...IN_S1)]
    memory.apply([changed(row('a', 'a', { name: 'First' })), changed(row('c', 'c'))])
    expect(namesIn(memory)[0]).toBe('First')
    expect(memory.list(...IN_S1)).not.toBe(rows)
    expect(memory.list(...IN_S1)).toBe(memory.list(...IN_S1))
    expect(memory.list(...IN_S1)[1], 'a row that no change names').toBe(B)
    expect(rows[0], 'an array that was given out').toMatchObject({ name: 'Sends mail' })
    expect(memory.ids(...IN_S1)).toBe(ids)
  })

  it('copies its rows once however many of them change', () => {
    const memory = shown()
    const ids = ['a', 'b', 'c']
    memory.apply(ids.map((id) => changed(row(id, id, { name: `New ${id}` }))))
    expect(namesIn(memory)).toEqual(['New a', 'New b', 'New c'])
    memory.apply([changed(B)])
    expect(namesIn(memory)).toEqual(['New a', 'Sends mail', 'New c'])
  })

  it('gives out the same arrays while another row changes', () => {
    const memory = shown()
    const [rows, ids] = [memory.list(...IN_S1), memory.ids(...IN_S1)]
    memory.apply([changed(row('x', 'x', { sectionId: 's2' }))])
    memory.apply([{ entity: 'package', id: 'p1', row: buildPackage(), isUnsent: false }])
    expect(memory.list(...IN_S1)).toBe(rows)
    expect(memory.ids(...IN_S1)).toBe(ids)
  })

  it('changes its ids when a row moves, comes or goes', () => {
    const memory = shown()
    memory.apply([changed(row('a', 'bb', { name: 'Moved' }))])
    expect(memory.ids(...IN_S1)).toEqual(['b', 'a', 'c'])
    expect(namesIn(memory)).toEqual(['Sends mail', 'Moved', 'Sends mail'])
    memory.apply([removed('b')])
    expect(memory.ids(...IN_S1)).toEqual(['a', 'c'])
    expect(memory.list(...IN_S1)).toHaveLength(2)
    memory.apply([changed(row('d', 'd'))])
    expect(memory.ids(...IN_S1)).toEqual(['a', 'c', 'd'])
  })

  it('keeps its ids when a row is removed and comes back before a screen reads it', () => {
    const memory = shown()
    const ids = memory.ids(...IN_S1)
    memory.apply([removed('b')])
    memory.apply([changed(B)])
    expect(memory.ids(...IN_S1)).toBe(ids)
    expect(memory.list(...IN_S1)[1]).toBe(B)
  })

  it('is woken by a row of it that changes, comes, goes or moves to another list', () => {
    const memory = shown()
    const [s1, s2] = [IN_S1, IN_S2].map((list) => counted(memory, listKey(...list)))
    const counts = () => [s1?.count, s2?.count]
    memory.apply([changed({ ...B, name: 'New' })])
    expect(counts()).toEqual([1, 0])
    memory.apply([changed({ ...B, sectionId: 's2' })])
    expect(counts()).toEqual([2, 1])
    expect([memory.ids(...IN_S1), memory.ids(...IN_S2)]).toEqual([['a', 'c'], ['b']])
    memory.apply([changed({ ...B, sectionId: 's2', name: 'Newer' })])
    expect(counts()).toEqual([2, 2])
    expect(namesIn(memory, IN_S2)).toEqual(['Newer'])
    memory.apply([removed('b'), changed(row('d', 'd'))])
    expect(counts()).toEqual([3, 3])
    expect([memory.ids(...IN_S1), memory.ids(...IN_S2)]).toEqual([['a', 'c', 'd'], []])
  })

  it('loses a row that moves to another list with the same rank', () => {
    const memory = shown()
    memory.apply([changed({ ...B, sectionId: 's2' })])
    expect([memory.ids(...IN_S1), memory.ids(...IN_S2)]).toEqual([['a', 'c'], ['b']])
  })

  it('takes rows that come before it is read, and leaves those of lists not asked for', () => {
    const memory = new ProjectMemory()
    memory.showWhole(...IN_S1)
    memory.apply([changed(B), changed(row('x', 'x', { sectionId: 's3' }))])
    memory.apply([changed({ ...B, name: 'New' }), removed('x')])
    expect(namesIn(memory)).toEqual(['New'])
    memory.apply([changed(row('y', 'y', { sectionId: 's3' }))])
    memory.apply([changed(row('y', 'y'))])
    expect(memory.ids(...IN_S1)).toEqual(['b', 'y'])
  })

  it('is woken once by a change of many rows', () => {
    const memory = shown()
    const list = counted(memory, listKey(...IN_S1))
    memory.apply(['a', 'b', 'c'].map((id) => changed(row(id, id))))
    expect(list.count).toBe(1)
  })

  it('is not woken by rows of which more follow, but their own listeners are', () => {
    const memory = shown()
    const list = counted(memory, listKey(...IN_S1))
    const own = counted(memory, rowKey('requirement', 'b'))
    memory.apply([changed(B), changed(row('d', 'd'))], true)
    expect([list.count, own.count]).toEqual([0, 1])
    expect(memory.ids(...IN_S1)).toContain('d')
  })
})

it('forgets the rows that are not kept, and what was unsent of them', () => {
  const memory = shown()
  memory.apply([{ entity: 'package', id: 'p1', row: buildPackage(), isUnsent: true }])
  memory.apply([changed(B, true)])
  memory.keepOnly(new Set([rowKey('requirement', 'a'), rowKey('requirement', 'p1')]))
  expect(memory.ids(...IN_S1)).toEqual(['a'])
  expect(memory.row('requirement', 'b')).toBeUndefined()
  expect(memory.row('package', 'p1')).toBeUndefined()
  expect([memory.isUnsent('requirement', 'b'), memory.isUnsent('package', 'p1')]).toEqual([
    ...[false, false],
  ])
  expect(memory.list('package', 'projectId', PROJECT_ID)).toEqual([])
})
