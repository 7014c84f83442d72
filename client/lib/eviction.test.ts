// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { DeviceDatabase } from '#sync/browser/storage/database.ts'
import { dismissEviction, noteLeft, noteOpened, useEvicted, wasCleared } from './eviction.ts'

let count = 0
let database: DeviceDatabase
const key = () => `tenderbook.device-of.${database.name}`
const stored = () => localStorage.getItem(key())
const identify = (clientId: string | null, at = database) =>
  clientId === null
    ? at.meta.clear()
    : at.meta.put({ key: 'device', meta: { clientId }, nextNo: 1, rev: 1 } as never)
const evicted = () => {
  const { result, unmount } = renderHook(() => useEvicted())
  unmount()
  return result.current
}
const open = async (isNew = false) => act(() => noteOpened(database, isNew))

beforeEach(async () => {
  localStorage.clear()
  database = new DeviceDatabase(`evicted-${(count += 1)}`)
  await identify('one')
})
afterEach(() => database.close())

it('knows a database again by its id', async () => {
  await open()
  expect([stored(), evicted()]).toEqual(['here one', false])
  await open()
  expect([stored(), evicted()]).toEqual(['here one', false])
})

it('a database with another id, or a new one in place of a known one, was lost, until the person has read it', async () => {
  await open()
  await identify('two')
  await open()
  expect([stored(), evicted()]).toEqual(['lost two', true])
  await open()
  expect(evicted(), 'it stays over a reload').toBe(true)
  act(() => dismissEviction())
  expect([stored(), evicted()]).toEqual(['here two', false])
  await identify(null)
  await open(true)
  expect([stored(), evicted()], 'the former id is kept').toEqual(['lost two', true])
})

it('the first database of a person, and one without an id yet, is no loss', async () => {
  await identify(null)
  await open(true)
  expect([stored(), evicted()]).toEqual(['here', false])
  await identify('one')
  await open()
  expect([stored(), evicted()]).toEqual(['here one', false])
  await identify(null)
  await open()
  expect([stored(), evicted()]).toEqual(['here one', false])
})

it('ignores a record of another form', async () => {
  localStorage.setItem(key(), 'gone two')
  await open()
  expect(stored()).toBe('here one')
  localStorage.removeItem(key())
  act(() => dismissEviction())
  expect(stored(), 'there is nothing to dismiss').toBeNull()
})

it('notices that the browser cleared the database while the page was open', async () => {
  expect(await wasCleared(database), 'it was never opened').toBe(false)
  await open()
  expect(await wasCleared(database)).toBe(false)
  expect(evicted()).toBe(false)
  await identify(null)
  expect(await act(() => wasCleared(database))).toBe(true)
  expect([stored(), evicted()]).toEqual(['lost', true])
  expect(await wasCleared(database), 'a lost one without an id is told again').toBe(true)
  await identify('two')
  await open()
  expect(stored()).toBe('lost two')
  expect(await wasCleared(database)).toBe(false)
})

it('a known database without an id was not cleared', async () => {
  localStorage.setItem(key(), 'here')
  expect(await wasCleared(database)).toBe(false)
})

it('a sign-out is no loss, also one during the check', async () => {
  await open()
  await identify(null)
  const checking = wasCleared(database)
  noteLeft(database.name)
  expect([await checking, stored()]).toEqual([false, null])
})

it('a screen hears of the loss and of its dismissal', async () => {
  await open()
  const { result } = renderHook(() => useEvicted())
  await identify('two')
  await act(() => wasCleared(database))
  expect(result.current).toBe(true)
  act(() => dismissEviction())
  expect(result.current).toBe(false)
})
