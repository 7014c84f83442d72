// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useEvidence } from './use-evidence.ts'

vi.mock('#client/lib/session.ts', () => ({ currentSession: () => ({ userId: 1 }) }))

const NODE = { level: 'document', id: 'd1' } as const
const OTHER = { level: 'document', id: 'd2' } as const
let isWide: boolean
beforeEach(() => {
  localStorage.clear()
  isWide = true
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: isWide && query === '(min-width: 1280px)',
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
  }))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
const render = (first: number | undefined = 7) => {
  const { result } = renderHook(({ vendor }) => useEvidence(vendor), {
    initialProps: { vendor: first },
  })
  return {
    now: () => result.current,
    run: (work: (state: ReturnType<typeof useEvidence>) => void) => act(() => work(result.current)),
  }
}
const place = () =>
  JSON.parse(localStorage.getItem('tenderbook.user-1.evaluation.evidence') ?? 'null') as unknown

it('on a wide screen it opens beside the matrix, which is remembered, and closes', () => {
  const { now, run } = render()
  expect(now()).toMatchObject({ isWide: true, isDocked: false, target: null, width: null })
  run(({ open }) => open(NODE, 8, 'look'))
  expect(now()).toMatchObject({
    ...{ isDocked: true, isOver: false, isEverOver: false },
    target: { node: NODE, vendorId: 8, asked: 0 },
  })
  expect(place()).toEqual({ isOpen: true, width: null })
  run(({ setWidth }) => setWidth(400))
  expect([now().width, now().isDocked]).toEqual([400, true])
  run(({ close }) => close())
  expect([now().isDocked, now().target, place()]).toEqual([
    false,
    null,
    { isOpen: false, width: 400 },
  ])
})

it('each request for an override is counted, so that its form takes the focus', () => {
  const { now, run } = render()
  run(({ open }) => open(NODE, 8, 'override'))
  expect(now().target?.asked).toBe(1)
  run(({ open }) => open(NODE, 8, 'look'))
  expect(now().target?.asked).toBe(0)
  run(({ open }) => open(NODE, 8, 'override'))
  expect(now().target?.asked).toBe(2)
})

it('the open panel takes the focus only where a person enters it', () => {
  const { now, run } = render()
  const focus = vi.fn<() => void>()
  run(({ open }) => open(NODE, 8, 'enter'))
  now().panel.current = { focus } as unknown as HTMLElement
  run(({ open }) => open(NODE, 8, 'look'))
  expect(focus).not.toHaveBeenCalled()
  run(({ open }) => open(NODE, 8, 'enter'))
  expect(focus).toHaveBeenCalledTimes(1)
})

it('shows the total of the first vendor until the cursor enters a cell, and follows it while open', () => {
  const { now, run } = render()
  run(({ follow }) => follow(OTHER, undefined))
  expect(now().target).toBeNull()
  run(({ toggle }) => toggle())
  expect(now().target, 'where the cursor was').toEqual({ node: OTHER, vendorId: 7, asked: 0 })
  run(({ follow }) => follow(NODE, 9))
  const { target } = now()
  expect(target).toEqual({ node: NODE, vendorId: 9, asked: 0 })
  run(({ follow }) => follow({ ...NODE }, 9))
  expect(now().target, 'the same cell').toBe(target)
  run(({ follow }) => follow(OTHER, undefined))
  expect(now().target, 'keeps the vendor').toMatchObject({ node: OTHER, vendorId: 9 })
  run(({ follow }) => follow({ level: 'package', id: 'd2' }, 9))
  expect(now().target?.node.level).toBe('package')
  run(({ follow }) => follow({ level: 'package', id: 'd2' }, 8))
  expect(now().target?.vendorId).toBe(8)
  run(({ toggle }) => toggle())
  expect([now().isDocked, now().target]).toEqual([false, null])
  cleanup()
  localStorage.setItem('tenderbook.user-1.evaluation.evidence', '{"isOpen":true,"width":null}')
  expect(render().now().target).toEqual({
    node: { level: 'project', id: '' },
    vendorId: 7,
    asked: 0,
  })
})

it('without a vendor nothing is shown or followed', () => {
  localStorage.setItem('tenderbook.user-1.evaluation.evidence', '{"isOpen":true,"width":null}')
  const { result } = renderHook(() => useEvidence(undefined))
  act(() => result.current.follow(NODE, undefined))
  expect(result.current).toMatchObject({ isDocked: false, target: null })
})

it('on a narrow screen it opens over the matrix, and is not remembered', () => {
  isWide = false
  const { now, run } = render()
  expect(now()).toMatchObject({ isWide: false, isOver: false, isEverOver: false })
  run(({ open }) => open(NODE, 8, 'look'))
  expect(now()).toMatchObject({ isOver: true, isEverOver: true, isDocked: false })
  expect(now().target).toMatchObject({ node: NODE, vendorId: 8 })
  run(({ show }) => show({ node: OTHER, vendorId: 9, asked: 0 }))
  expect(now().target?.vendorId).toBe(9)
  run(({ close }) => close())
  expect(now()).toMatchObject({ isOver: false, isEverOver: true, target: null })
  expect(place()).toBeNull()
})
