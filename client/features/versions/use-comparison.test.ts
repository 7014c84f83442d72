// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { Component, type ReactNode } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ProjectTree } from '#schema/rules/diff/diff-tree.ts'
import { Refusal } from '#schema/refusal.ts'
import { openPageProject } from '../../../tests/support/page-project.ts'
import { signInPage } from '../../../tests/support/page-session.ts'
import {
  buildDocument,
  buildPackage,
  buildRequirement,
  buildRows,
  buildSection,
  PROJECT_ID,
} from '../../../tests/support/project-rows.ts'
import { publicTree } from './public-tree.ts'
import { useComparison } from './use-comparison.ts'

afterEach(async () => {
  cleanup()
  vi.useRealTimers()
  await new Promise((done) => setImmediate(done))
})
const tree = (changes: Partial<ProjectTree> = {}): ProjectTree => ({
  packages: [buildPackage({ weight: 40 })],
  documents: [buildDocument({ weight: 60 })],
  sections: [buildSection()],
  requirements: [buildRequirement()],
  ...changes,
})
const renamed = (name: string) => tree({ requirements: [buildRequirement({ name })] })

describe('a comparison', () => {
  const open = () =>
    renderHook(
      ({ before, after }: { before: ProjectTree | null; after: ProjectTree | null }) =>
        useComparison(before, after),
      { initialProps: { before: null as ProjectTree | null, after: tree() as ProjectTree | null } },
    )
  const text = (nodes: unknown) => JSON.stringify(nodes)

  it('starts when both versions are read', async () => {
    const { result, rerender } = open()
    expect(result.current).toBeNull()
    rerender({ before: tree(), after: renamed('Sends letters') })
    expect(result.current).toBeNull()
    await waitFor(() => expect(text(result.current)).toContain('Sends letters'))
  })

  it('keeps its last result until rows have stopped changing for a moment', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { result, rerender } = open()
    const before = tree()
    const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
    rerender({ before, after: renamed('One') })
    await wait(0)
    await vi.waitFor(() => expect(text(result.current)).toContain('One'))
    const first = result.current
    rerender({ before, after: renamed('Two') })
    await wait(49)
    expect(result.current).toBe(first)
    rerender({ before, after: renamed('Three') })
    await wait(49)
    expect(result.current).toBe(first)
    await wait(1)
    await vi.waitFor(() => expect(text(result.current)).toContain('Three'))
    expect(text(result.current)).not.toContain('Two')
  })

  it('that fails is an error of the page', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const broken = { ...tree(), requirements: null } as unknown as ProjectTree
    const caught: unknown[] = []
    class Page extends Component<{ children: ReactNode }, { isBroken: boolean }> {
      override state = { isBroken: false }
      static getDerivedStateFromError = () => ({ isBroken: true })
      override componentDidCatch(error: unknown): void {
        caught.push(error)
      }
      override render(): ReactNode {
        return this.state.isBroken ? null : this.props.children
      }
    }
    const before = tree()
    renderHook(() => useComparison(before, broken), { wrapper: Page })
    await waitFor(() => expect(caught[0]).toBeInstanceOf(TypeError))
    vi.restoreAllMocks()
  })
})

it('a vendor compares weights only if both versions publish all of them', () => {
  const published = tree({
    packages: [buildPackage({ weight: 40, isWeightPublished: true } as never)],
    documents: [buildDocument({ weight: 60, isWeightPublished: true } as never)],
  })
  expect(publicTree(published, published)).toEqual({ before: published, after: published })
  for (const other of [
    publicTree(published, { ...published, documents: [buildDocument({ weight: 60 })] }),
    publicTree({ ...published, packages: [buildPackage({ weight: 40 })] }, published),
  ])
    for (const { packages, documents } of [other.before, other.after])
      expect([packages[0]?.weight, documents[0]?.weight]).toEqual([null, null])
})

describe('another version', () => {
  const refused = (code: string) => Response.json({ messageCodes: [code] }, { status: 403 })
  let asked: string[] = []
  const open = async (answer: (() => Response) | null, projectId = 'other') => {
    const device = await openPageProject({ rows: buildRows() })
    await signInPage(device)
    asked = []
    vi.stubGlobal('fetch', async (path: string) => {
      if (!path.includes('/projects-service/')) throw new TypeError('No network')
      asked.push(path)
      if (answer === null) throw new TypeError('No network')
      return answer()
    })
    const { useOtherVersion } = await import('./use-other-version.ts')
    const { result } = renderHook(() => useOtherVersion(projectId))
    return { result }
  }

  it('on this device is ready, and the server is not asked', async () => {
    const { result } = await open(() => refused('NOT_FOUND'), PROJECT_ID)
    await waitFor(() => expect(result.current).toMatchObject({ status: 'ready' }))
  })

  it('is loading until the device has it', async () => {
    const { result } = await open(() => Response.json({}))
    expect(result.current).toMatchObject({ status: 'loading' })
    await waitFor(() => expect(asked).toHaveLength(1))
    expect(result.current).toMatchObject({ status: 'loading' })
  })

  it.each([
    ['NOT_FOUND', 'version.404'],
    ['NO_CONSENT', 'version.401'],
    ['ACCESS_TO_PROJECT_IS_DENIED', 'version.401'],
    ['STATE_FORBIDS', 'version.other'],
  ])('that the server refuses with %s says so', async (code, refusal) => {
    const { result } = await open(() => refused(code))
    await waitFor(() => expect(result.current).toMatchObject({ refusal }))
    act(() => result.current.retry())
    await waitFor(() => expect(asked).toHaveLength(2))
  })

  it('cannot be read offline', async () => {
    const { result } = await open(null)
    await waitFor(() => expect(result.current).toMatchObject({ status: 'offline' }))
    const { versionRefusal } = await import('./use-other-version.ts')
    expect(versionRefusal(new Refusal('NOT_ALLOWED'))).toBe('version.401')
    expect(versionRefusal(new Error('A bug'))).toBe('version.other')
  })
})
