// @vitest-environment jsdom
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openPageProject } from '../../tests/support/page-project.ts'
import { PROJECT_ID } from '../../tests/support/project-rows.ts'
import { tellChange } from '../../tests/support/tell-change.ts'
import type { OpenDevice } from './device.ts'
import type * as List from './home-list.ts'

let device: OpenDevice
let list: typeof List
const open = async () => {
  device = await openPageProject({ rows: {} })
  list = await import('./home-list.ts')
}

beforeEach(open)
afterEach(async () => {
  cleanup()
  await device.worker.sleep()
  const { closeDevice } = await import('./device.ts')
  act(closeDevice)
})

describe('the list of projects', () => {
  it('is loading until it is read, and follows what the server sends', async () => {
    const { result } = renderHook(() => list.useHome())
    await waitFor(() => expect(result.current.isLoading).toBe(false))
    expect(result.current.projects).toMatchObject([{ id: PROJECT_ID, name: 'Groupware' }])
    expect(list.readHomeNow()).toBe(result.current)
    await device.database.meta.put({ key: 'home', home: { etag: '', projects: [] } })
    await tellChange({})
    await act(() => new Promise((done) => setTimeout(done, 10)))
    expect(result.current.projects).toHaveLength(1)
    await tellChange({ home: true })
    await waitFor(() => expect(result.current).toEqual({ projects: [], isLoading: false }))
  })

  it('of another person or organization shows nothing of this one', async () => {
    const { result } = renderHook(() => list.useHome())
    await waitFor(() => expect(result.current.isLoading).toBe(false))
    const { closeDevice } = await import('./device.ts')
    // A read of the former list that ends only after the sign-out.
    await tellChange({ home: true })
    await device.worker.sleep()
    act(closeDevice)
    expect(result.current).toEqual({ projects: [], isLoading: true })
    await act(() => new Promise((done) => setTimeout(done, 10)))
    expect(result.current).toEqual({ projects: [], isLoading: true })
    await open()
    await waitFor(() => expect(result.current.projects).toHaveLength(1))
  })

  it('is read again after the browser closed the database for a moment', async () => {
    const { result } = renderHook(() => list.useHome())
    await waitFor(() => expect(result.current.isLoading).toBe(false))
    await device.database.meta.put({ key: 'home', home: { etag: '', projects: [] } })
    device.database.close()
    await tellChange({ home: true })
    await device.database.meta.get('home').catch(() => undefined)
    expect(result.current.projects).toHaveLength(1)
    await device.database.open()
    await waitFor(() => expect(result.current.projects).toEqual([]), { timeout: 10_000 })
  })

  it('that no server has sent yet goes on loading', async () => {
    const { result } = renderHook(() => list.useHome())
    await waitFor(() => expect(result.current.isLoading).toBe(false))
    const { openDevice } = await import('./device.ts')
    const { session } = device
    await device.worker.sleep()
    device = openDevice({ ...session, organizationId: 9_000 })
    await device.isReady
    await act(() => new Promise((done) => setTimeout(done, 10)))
    expect(result.current).toEqual({ projects: [], isLoading: true })
  })
})
