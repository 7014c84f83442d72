// @vitest-environment jsdom
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openPageProject } from '../../tests/support/page-project.ts'
import {
  buildPackage,
  buildRequirement,
  buildRows,
  PROJECT_ID,
} from '../../tests/support/project-rows.ts'
import { tellChange } from '../../tests/support/tell-change.ts'
import type { OpenDevice } from './device.ts'
import type * as Store from './project-store.ts'

let device: OpenDevice
let store: typeof Store
/** Requirements of one section, stored in another order than that of their ranks. */
const rows = () =>
  buildRows({
    requirement: [
      buildRequirement({ id: 'last', rank: 'c', name: 'Last' }),
      buildRequirement({ id: 'first', rank: 'a', name: 'First' }),
      buildRequirement({ id: 'middle', rank: 'b', name: 'Middle' }),
      buildRequirement({ id: 'other', sectionId: 's2', documentId: 'd2', packageId: 'p2' }),
    ],
  })
const open = async () => {
  device = await openPageProject({ rows: rows() })
  store = await import('./project-store.ts')
}
const rename = async (id: string, name: string) => {
  const { mutate } = await import('./mutate.ts')
  await mutate('packages.update', { projectId: PROJECT_ID, id, name }, { undoLabel: '' })
}
const setCursor = (changes: object) => device.database.cursor.update(PROJECT_ID, changes)
const openedOn = async () => {
  const keep = await device.database.meta.get(`keep/${PROJECT_ID}`)
  return keep !== undefined && 'openedOn' in keep ? keep.openedOn : 0
}
const inSection = { sectionId: 's1' } as const
const namesOf = (list: readonly { name: string }[]) => list.map(({ name }) => name)

beforeEach(open)
afterEach(async () => {
  cleanup()
  await device.worker.sleep()
  const { closeDevice } = await import('./device.ts')
  act(closeDevice)
})

describe('a project', () => {
  const state = () => renderHook(() => store.useProjectState(PROJECT_ID)).result
  it('is ready once its copy is read, with the person as they act in it', async () => {
    const result = state()
    expect(result.current.status).toBe('loading')
    await waitFor(() => expect(result.current.status).toBe('ready'))
    await waitFor(() => expect(result.current.summary?.name).toBe('Groupware'))
    expect(result.current.actor).toMatchObject({
      ...{ userId: 1, name: 'Owner', relation: 'owner', vendorId: null, packageIds: null },
    })
    expect(result.current.actor?.permissions).toEqual(result.current.summary?.me.permissions)
    await vi.waitFor(async () => expect(await openedOn()).toBeGreaterThan(0))
  })

  it('is loading while its copy is incomplete, or not on this device', async () => {
    await setCursor({ isComplete: false })
    const result = state()
    await store.loadRow(PROJECT_ID, 'package', 'p1')
    expect(result.current.status).toBe('loading')
    const elsewhere = renderHook(() => store.useProjectState('elsewhere')).result
    await store.loadRow('elsewhere', 'package', 'p1')
    expect(elsewhere.current).toEqual({ status: 'loading', summary: undefined, actor: undefined })
  })

  it('is denied or missing by whether the list still holds it', async () => {
    const result = state()
    await waitFor(() => expect(result.current.status).toBe('ready'))
    await setCursor({ isDenied: true })
    await tellChange({ cursor: true })
    await waitFor(() => expect(result.current.status).toBe('denied'))
    await device.database.meta.put({ key: 'home', home: { etag: '', projects: [] } })
    await tellChange({ home: true })
    await waitFor(() => expect(result.current).toMatchObject({ summary: undefined }))
    expect(result.current).toEqual({ status: 'missing', summary: undefined, actor: undefined })
  })

  it('is found in the list by its id alone', async () => {
    const { result } = renderHook(() => [
      store.useSummary(PROJECT_ID),
      store.useSummary(null),
      store.useSummary('elsewhere'),
    ])
    await waitFor(() => expect(result.current[0]?.id).toBe(PROJECT_ID))
    expect(result.current.slice(1)).toEqual([undefined, undefined])
  })

  it('that is forgotten leaves the device, but not its unsent edits', async () => {
    await store.openProject(PROJECT_ID)
    await store.loadRow(PROJECT_ID, 'package', 'p1')
    await rename('p1', 'Base')
    await store.forgetProject(PROJECT_ID)
    expect(await device.database.delta.count()).toBe(0)
    expect(await device.database.outbox.count()).toBe(1)
    expect(store.readRow(PROJECT_ID, 'package', 'p2'), 'read again').toBeUndefined()
    expect(await store.loadRow(PROJECT_ID, 'package', 'p2')).toBeUndefined()
  })

  it('is asked for once, and again if the worker could not start', async () => {
    const deleted = Object.assign(new Error('The database was deleted'), { name: 'AbortError' })
    const { isReady } = device
    device.isReady = Promise.reject(deleted)
    await store.openProject(PROJECT_ID)
    await device.worker.countUnsent()
    expect(await openedOn()).toBe(0)
    device.isReady = isReady
    await store.openProject(PROJECT_ID)
    expect(await openedOn()).toBeGreaterThan(0)
    await device.database.meta.delete(`keep/${PROJECT_ID}`)
    await store.openProject(PROJECT_ID)
    expect(await openedOn()).toBe(0)
    device.isReady = Promise.reject(new TypeError('A mistake'))
    await expect(store.openProject('elsewhere')).rejects.toThrow('A mistake')
    device.isReady = isReady
  })
})

describe('the rows that a screen shows', () => {
  const lists = () =>
    renderHook(() => ({
      rows: store.useRows(PROJECT_ID, 'requirement', inSection),
      ids: store.useRowIds(PROJECT_ID, 'requirement', inSection),
      isWhole: store.useIsWhole(PROJECT_ID, 'requirement', inSection),
      packages: store.useRows(PROJECT_ID, 'package', { projectId: PROJECT_ID }),
      packageIds: store.useRowIds(PROJECT_ID, 'package', { projectId: PROJECT_ID }),
    })).result

  it('are loading at first, then those with the value in the order of their ranks', async () => {
    const result = lists()
    const { isLoading } = store
    expect([result.current.rows, result.current.ids]).toEqual([[], []])
    expect([isLoading(result.current.rows), isLoading(result.current.ids)]).toEqual([true, true])
    expect(result.current.isWhole).toBe(false)
    await waitFor(() => expect(result.current.isWhole).toBe(true))
    expect(namesOf(result.current.rows)).toEqual(['First', 'Middle', 'Last'])
    expect(result.current.ids).toEqual(['first', 'middle', 'last'])
    expect(isLoading(result.current.rows)).toBe(false)
  })

  it('stay the same arrays until a row of theirs changes', async () => {
    const result = lists()
    await waitFor(() => expect(result.current.packageIds).toHaveLength(2))
    await waitFor(() => expect(result.current.isWhole).toBe(true))
    const before = result.current
    await rename('p1', 'Base')
    await waitFor(() => expect(namesOf(result.current.packages)).toContain('Base'))
    expect([result.current.rows === before.rows, result.current.ids === before.ids]).toEqual([
      ...[true, true],
    ])
    expect(result.current.packageIds, 'no row has come, gone or moved').toBe(before.packageIds)
    const row = buildPackage({ id: 'p0', rank: '0', name: 'Front' })
    const place = { projectId: PROJECT_ID, entity: 'package', bucket: 'all' } as const
    await device.database.delta.put({ ...place, id: row.id, no: 99, row })
    await tellChange({ reload: true })
    await waitFor(() => expect(result.current.packageIds).toEqual(['p0', 'p1', 'p2']))
  })

  it('and one row follow an edit, which is unsent', async () => {
    const { result } = renderHook(() => ({
      row: store.useRow(PROJECT_ID, 'package', 'p1'),
      none: store.useRow(PROJECT_ID, 'package', 'none'),
      isUnsent: store.useUnsent(PROJECT_ID, 'package', 'p1'),
      isOtherUnsent: store.useUnsent(PROJECT_ID, 'package', 'p2'),
    }))
    expect(result.current).toMatchObject({ row: undefined, isUnsent: false })
    await waitFor(() => expect(result.current.row?.name).toBe('Core'))
    expect(result.current.none).toBeUndefined()
    await rename('p1', 'Base')
    await waitFor(() =>
      expect(result.current).toMatchObject({
        ...{ row: { name: 'Base' }, isUnsent: true, isOtherUnsent: false },
      }),
    )
    expect(store.isUnsent(PROJECT_ID, 'package', 'p1')).toBe(true)
    expect(store.isUnsent(PROJECT_ID, 'package', 'p2')).toBe(false)
  })
})

describe('code outside of the screens', () => {
  it('loads a row or a list before it reads it', async () => {
    expect(store.readRow(PROJECT_ID, 'requirement', 'first')).toBeUndefined()
    expect((await store.loadRow(PROJECT_ID, 'requirement', 'first'))?.name).toBe('First')
    expect(await store.loadRow(PROJECT_ID, 'requirement', 'none')).toBeUndefined()
    const loaded = await store.loadRows(PROJECT_ID, 'requirement', inSection)
    expect(namesOf(loaded)).toEqual(['First', 'Middle', 'Last'])
    expect(store.readRows(PROJECT_ID, 'requirement', inSection)).toBe(loaded)
  })

  it('can ask for a list by reading it', async () => {
    const read = () => store.readRows(PROJECT_ID, 'requirement', inSection)
    expect(store.isLoading(read())).toBe(true)
    await vi.waitFor(() => expect(namesOf(read())).toEqual(['First', 'Middle', 'Last']))
  })

  it('is woken by changes of a list until it stops', async () => {
    let woken = 0
    const watched = { entity: 'package', where: { projectId: PROJECT_ID } } as const
    const stop = store.watchRows(PROJECT_ID, watched, () => (woken += 1))
    await vi.waitFor(() =>
      expect(store.readRows(PROJECT_ID, 'package', watched.where)).toHaveLength(2),
    )
    expect(woken).toBeGreaterThan(0)
    woken = 0
    await rename('p1', 'Base')
    await vi.waitFor(() => expect(woken).toBeGreaterThan(0))
    stop()
    woken = 0
    await rename('p1', 'Core')
    await vi.waitFor(() =>
      expect(store.readRow(PROJECT_ID, 'package', 'p1')).toMatchObject({ name: 'Core' }),
    )
    expect(woken).toBe(0)
  })

  it('has to name the index of a list', () => {
    expect(() => store.readRows(PROJECT_ID, 'package', {} as never)).toThrow('needs an index')
    expect(store.rowsWhere('sectionId', 's1')).toEqual(inSection)
  })
})

it('without a person there is nothing to show', async () => {
  const { closeDevice } = await import('./device.ts')
  await device.worker.sleep()
  closeDevice()
  const { result, rerender } = renderHook(() => ({
    state: store.useProjectState(PROJECT_ID),
    rows: store.useRows(PROJECT_ID, 'package', { projectId: PROJECT_ID }),
    ids: store.useRowIds(PROJECT_ID, 'package', { projectId: PROJECT_ID }),
    isWhole: store.useIsWhole(PROJECT_ID, 'package', { projectId: PROJECT_ID }),
    row: store.useRow(PROJECT_ID, 'package', 'p1'),
    isUnsent: store.useUnsent(PROJECT_ID, 'package', 'p1'),
  }))
  const before = result.current
  rerender()
  expect(result.current).toEqual({
    state: { status: 'loading', summary: undefined, actor: undefined },
    ...{ rows: [], ids: [], isWhole: false, row: undefined, isUnsent: false },
  })
  expect([result.current.rows === before.rows, result.current.ids === before.ids]).toEqual([
    ...[true, true],
  ])
  expect(store.ownProject(PROJECT_ID)).toBeNull()
  await store.openProject(PROJECT_ID)
  await store.forgetProject(PROJECT_ID)
  expect(await store.loadRow(PROJECT_ID, 'package', 'p1')).toBeUndefined()
  expect(await store.loadRows(PROJECT_ID, 'package', { projectId: PROJECT_ID })).toEqual([])
  const watched = { entity: 'package', where: { projectId: PROJECT_ID } } as const
  store.watchRows(PROJECT_ID, watched, () => undefined)()
})

it('the view of a vendor stands in the place of its project until the person changes', async () => {
  const { openVendorView } = await import('./vendor-view-project.ts')
  const { isInVendorView, showVendorView } = await import('./vendor-view.ts')
  const { result } = renderHook(() => ({
    summary: store.useSummary(PROJECT_ID),
    packages: store.useRowIds(PROJECT_ID, 'package', { projectId: PROJECT_ID }),
  }))
  await waitFor(() => expect(result.current.packages).toEqual(['p1', 'p2']))
  await waitFor(() => expect(result.current.summary?.me.relation).toBe('owner'))
  act(() => showVendorView(openVendorView(PROJECT_ID, ['p1'])))
  expect(result.current.summary?.me).toMatchObject({ relation: 'vendor', packageIds: ['p1'] })
  cleanup()
  const shown = () => store.readRows(PROJECT_ID, 'package', { projectId: PROJECT_ID })
  await vi.waitFor(() => expect(shown().map(({ id }) => id)).toEqual(['p1']))
  expect(store.ownProject(PROJECT_ID)?.memory.row('package', 'p2')).toBeDefined()
  await device.worker.sleep()
  const { closeDevice } = await import('./device.ts')
  closeDevice()
  expect(isInVendorView()).toBe(false)
})
