// @vitest-environment jsdom
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { OpenDevice } from '#client/lib/device.ts'
import { openPageProject } from '../../../tests/support/page-project.ts'
import { PROJECT_ID } from '../../../tests/support/project-rows.ts'

let device: OpenDevice
beforeAll(async () => {
  device = await openPageProject()
})
afterEach(() => {
  cleanup()
  document.body.replaceChildren()
})

const section = document.createElement('section')
const intake = async (isOpen = true) => {
  const { useFileIntake } = await import('./use-file-intake.ts')
  return renderHook(() =>
    useFileIntake(
      { projectId: PROJECT_ID, kind: 'document', id: 'd1', packageId: 'p1', documentId: 'd1' },
      { current: section },
      isOpen,
    ),
  ).result
}
const names = async () => (await device.database.file.toArray()).map(({ args }) => args.name)
const file = (name: string) => Object.assign(new Blob(['abc']), { name }) as File
const paste = (files: File[], types = ['Files']): Event => {
  const event = new Event('paste', { cancelable: true })
  Object.assign(event, { clipboardData: { files, types } })
  document.dispatchEvent(event)
  return event
}
const drag = (types: string[], files: File[] = []) => {
  let isPrevented = false
  return {
    dataTransfer: { types, files },
    preventDefault: () => {
      isPrevented = true
    },
    isPrevented: () => isPrevented,
  } as unknown as React.DragEvent<HTMLElement> & { isPrevented: () => boolean }
}

it('stores each file at the place, with the undo scope of the document', async () => {
  const result = await intake()
  act(() => result.current.add([file('a.txt'), file('b.txt')]))
  expect(result.current.isBusy).toBe(true)
  await waitFor(() => expect(result.current.isBusy).toBe(false))
  expect(result.current.problems).toEqual([])
  const stored = await device.database.file.toArray()
  expect(stored.map(({ args, scope }) => [args.name, args.place, scope]).toSorted()).toEqual([
    ['a.txt', { kind: 'document', id: 'd1' }, 'd1'],
    ['b.txt', { kind: 'document', id: 'd1' }, 'd1'],
  ])
})

it('one refused file does not stop the next one', async () => {
  const result = await intake()
  act(() => result.current.add([file(''), file('c.txt')]))
  await waitFor(() => expect(result.current.isBusy).toBe(false))
  expect(result.current.problems).toMatchObject([{ name: '' }])
  expect(result.current.problems[0]?.text).toMatch(/./)
  expect(await names()).toContain('c.txt')
  act(() => result.current.add([]))
  expect(result.current.isBusy).toBe(false)
  expect(result.current.problems).toHaveLength(1)
})

it('takes pasted files, but leaves text to the field and an overlay its own paste', async () => {
  const result = await intake()
  const outside = document.createElement('div')
  outside.setAttribute('role', 'dialog')
  document.body.append(outside)
  expect(paste([file('covered.txt')]).defaultPrevented).toBe(false)
  outside.append(section)
  expect(paste([]).defaultPrevented).toBe(false)
  expect(paste([file('text.txt')], ['Files', 'text/plain']).defaultPrevented).toBe(false)
  let event: Event | undefined
  act(() => {
    event = paste([file('pasted.txt')])
  })
  expect(event?.defaultPrevented).toBe(true)
  await waitFor(() => expect(result.current.isBusy).toBe(false))
  expect(result.current.problems).toEqual([])
  expect(await names()).toContain('pasted.txt')
})

it('shows the drop area while files are over it, and takes them', async () => {
  const result = await intake()
  const { dropZone } = result.current
  const text = drag(['text/plain'])
  act(() => dropZone.onDragEnter?.(text))
  expect([result.current.isOver, text.isPrevented()]).toEqual([false, false])
  act(() => dropZone.onDrop?.(text))
  expect(text.isPrevented()).toBe(false)
  const files = drag(['text/plain', 'Files'], [file('dropped.txt')])
  act(() => dropZone.onDragOver?.(files))
  expect([result.current.isOver, files.isPrevented()]).toEqual([true, true])
  const leave = (inside: boolean) =>
    act(() =>
      dropZone.onDragLeave?.({
        currentTarget: { contains: () => inside },
        relatedTarget: null,
      } as unknown as React.DragEvent<HTMLElement>),
    )
  leave(true)
  expect(result.current.isOver).toBe(true)
  leave(false)
  expect(result.current.isOver).toBe(false)
  act(() => dropZone.onDragEnter?.(files))
  act(() => dropZone.onDrop?.(files))
  expect(result.current.isOver).toBe(false)
  await waitFor(() => expect(result.current.isBusy).toBe(false))
  expect(await names()).toContain('dropped.txt')
})

it('takes nothing while it is closed', async () => {
  const result = await intake(false)
  const files = drag(['Files'], [file('a.txt')])
  act(() => result.current.dropZone.onDragEnter?.(files))
  act(() => result.current.dropZone.onDrop?.(files))
  expect([result.current.isOver, files.isPrevented()]).toEqual([false, false])
  expect(paste([file('a.txt')]).defaultPrevented).toBe(false)
})
