// @vitest-environment jsdom
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import * as v from 'valibot'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { fillLocalStorage } from '../../tests/support/full-local-storage.ts'
import { openPageProject } from '../../tests/support/page-project.ts'
import type { OpenDevice } from './device.ts'
import type * as Forms from './kept-form.ts'

vi.mock('./session.ts', () => ({ currentSession: () => ({ userId: 1, organizationId: 1 }) }))

let device: OpenDevice
let form: typeof Forms
const key = (name = 'note') =>
  `tenderbook.form/${device.session.userId}-${device.session.organizationId}/${name}`
const local = (name?: string): unknown => JSON.parse(localStorage.getItem(key(name)) ?? 'null')
const recorded = async (name = 'note') => {
  const found = await device.database.meta.get(`form/${name}`)
  return found !== undefined && 'text' in found ? found.text : undefined
}
const put = (text: string | null, at: number, name = 'note') =>
  device.database.meta.put({ key: `form/${name}`, text, at })
const untilReady = async () => {
  const { result } = renderHook(() => form.useFormsReady())
  await waitFor(() => expect(result.current).toBe(true))
}
/** Opens the same person's device again, as a reload of the page does. */
const reopen = async () => {
  const { closeDevice, openDevice, currentDevice } = await import('./device.ts')
  const { session } = device
  const { database } = device
  closeDevice()
  expect(currentDevice()).toBeNull()
  device = openDevice(session)
  expect(device.database.name).toBe(database.name)
  await device.isReady
}

beforeAll(async () => {
  device = await openPageProject()
  form = await import('./kept-form.ts')
  await untilReady()
})
afterEach(async () => {
  cleanup()
  vi.useRealTimers()
  localStorage.clear()
  await device.database.meta.where('key').startsWith('form/').delete()
})

it('keeps a keystroke in local storage at once, and in the database after a quarter of a second', async () => {
  vi.useFakeTimers({ now: 50, toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  form.keepForm('note', 'a')
  expect(local()).toEqual({ at: 50, value: 'a' })
  await vi.advanceTimersByTimeAsync(200)
  form.keepForm('note', 'ab')
  await vi.advanceTimersByTimeAsync(249)
  vi.useRealTimers()
  expect(await recorded()).toBeUndefined()
  form.keepForm('note', 'abc')
  await vi.waitFor(async () => expect(await recorded()).toBe('"abc"'))
  expect(form.keptForm('note', v.string())).toBe('abc')
})

it('reads what fits the schema, also as an earlier version kept it', () => {
  expect(form.keptForm('note', v.string())).toBeNull()
  localStorage.setItem(key(), '"plain"')
  expect(form.keptForm('note', v.string())).toBe('plain')
  expect(form.keptForm('note', v.number())).toBeNull()
  localStorage.setItem(key(), '{broken')
  expect(form.keptForm('note', v.string())).toBeNull()
})

it('drops a form in both places, and leaves a mark until the database has dropped it', async () => {
  form.keepForm('note', 'a')
  await vi.waitFor(async () => expect(await recorded()).toBe('"a"'))
  form.dropForm('note')
  expect(local()).toEqual({ at: expect.any(Number), value: null })
  expect(form.keptForm('note', v.string())).toBeNull()
  await vi.waitFor(async () => expect(await recorded()).not.toBe('"a"'))
  await vi.waitFor(() => expect(localStorage.getItem(key())).toBeNull())
  form.dropForm('other')
  expect(localStorage.getItem(key('other')), 'there was none').toBeNull()
})

it('keeps and drops a form in the database where local storage is full', async () => {
  const makeRoom = fillLocalStorage()
  form.keepForm('full', 'Words')
  expect(local('full')).toBeNull()
  await vi.waitFor(async () => expect(await recorded('full')).toBe('"Words"'))
  form.dropForm('full')
  await vi.waitFor(async () => expect(await recorded('full')).not.toBe('"Words"'))
  makeRoom()
})

it('a text typed after the drop keeps its place', async () => {
  form.keepForm('note', 'a')
  form.dropForm('note')
  form.keepForm('note', 'b')
  await vi.waitFor(async () => expect(await recorded()).toBe('"b"'))
  expect(local()).toMatchObject({ value: 'b' })
})

it('writes everything when the page is hidden or left', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  form.keepForm('note', 'left')
  form.keepForm('second', 'too')
  window.dispatchEvent(new Event('pagehide'))
  expect(vi.getTimerCount()).toBe(0)
  form.keepForm('third', 'hidden')
  document.dispatchEvent(new Event('visibilitychange'))
  expect(vi.getTimerCount(), 'it is visible').toBe(1)
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
  vi.useRealTimers()
  await vi.waitFor(async () =>
    expect([await recorded(), await recorded('second'), await recorded('third')]).toEqual([
      '"left"',
      '"too"',
      '"hidden"',
    ]),
  )
  vi.restoreAllMocks()
})

it('at the start the newer of the two counts', async () => {
  const at = 1_000
  for (const name of ['older', 'same', 'newer', 'only'])
    await put('"database"', name === 'older' ? at - 1 : name === 'newer' ? at + 1 : at, name)
  for (const name of ['older', 'same', 'newer'])
    localStorage.setItem(key(name), JSON.stringify({ at, value: 'local' }))
  await put(null, at + 1, 'dropped-later')
  localStorage.setItem(key('dropped-later'), JSON.stringify({ at, value: 'local' }))
  await put('"database"', at - 1, 'dropped-here')
  localStorage.setItem(key('dropped-here'), JSON.stringify({ at, value: null }))
  await reopen()
  await untilReady()
  const kept = (name: string) => form.keptForm(name, v.string())
  expect(['older', 'same', 'newer', 'only'].map(kept)).toEqual([
    'local',
    'local',
    'database',
    'database',
  ])
  expect(local('newer')).toEqual({ at: at + 1, value: 'database' })
  expect([kept('dropped-later'), kept('dropped-here')]).toEqual([null, null])
  expect(Object.keys(localStorage).filter((one) => one.includes('dropped'))).toEqual([])
  expect([await recorded('dropped-later'), await recorded('dropped-here')]).toEqual([
    undefined,
    undefined,
  ])
  expect(await recorded('older'), 'what is not dropped stays').toBe('"database"')
})

it('a field shows a restored text, unless the person has typed', async () => {
  const empty = renderHook(() => form.useKeptText('note'))
  const typed = renderHook(() => form.useKeptText('note'))
  const apart = renderHook(() => form.useKeptText('apart'))
  expect(empty.result.current[0]).toBe('')
  await put('"restored"', 5)
  await reopen()
  await waitFor(() => expect(empty.result.current[0]).toBe('restored'))
  expect(apart.result.current[0]).toBe('')
  act(() => typed.result.current[1]('mine'))
  expect(local()).toMatchObject({ value: 'mine' })
  await put('"later"', Date.now() + 60_000)
  await reopen()
  await untilReady()
  expect(typed.result.current[0]).toBe('mine')
  act(() => typed.result.current[1](''))
  expect([typed.result.current[0], form.keptForm('note', v.string())]).toEqual(['', null])
})

it('a text typed while the forms are restored is not replaced', async () => {
  await put('"database"', Date.now() + 60_000)
  const reopening = reopen()
  await vi.waitFor(async () => {
    const { currentDevice } = await import('./device.ts')
    expect(currentDevice()).not.toBeNull()
  })
  form.keepForm('note', 'typed')
  await reopening
  await untilReady()
  expect(form.keptForm('note', v.string())).toBe('typed')
})
