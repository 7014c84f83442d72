// @vitest-environment jsdom
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Reply } from '#schema/entities/comment.ts'
import type { ProjectActor } from '#schema/mutations/mutation.ts'
import type { Started } from '#client/lib/comment-paths.ts'
import { inLocale } from '../../../tests/support/in-locale.tsx'
import { buildComment } from '../../../tests/support/comment-project.ts'
import { openPageProject } from '../../../tests/support/page-project.ts'
import {
  buildOwner,
  buildRows,
  buildVendorContact,
  PROJECT_ID,
} from '../../../tests/support/project-rows.ts'

/** The address of the page, and how each step changed it. */
const address = vi.hoisted(() => ({
  search: {} as Record<string, unknown>,
  steps: [] as string[],
  changed: () => {},
}))
vi.mock('@tanstack/react-router', async (original) => {
  const { useSyncExternalStore } = await import('react')
  return {
    ...(await original<object>()),
    useSearch: () =>
      useSyncExternalStore(
        (listener) => {
          address.changed = listener
          return () => undefined
        },
        () => address.search,
      ),
    useNavigate:
      () =>
      async ({
        search,
        replace,
      }: {
        search: (before: object) => Record<string, unknown>
        replace: boolean
      }) => {
        address.search = search(address.search)
        address.steps.push(replace ? 'replace' : 'push')
        address.changed()
      },
  }
})

const rows = () => ({
  ...buildRows(),
  comment: [
    buildComment('q1', { createdOn: 1 }),
    buildComment('q2', { createdOn: 2, packageId: 'p1', documentId: 'd1' }),
    buildComment('q3', { createdOn: 3 }),
    buildComment('pp', { type: 'PP' }),
  ],
  reply: [
    {
      ...{ id: 'a', projectId: PROJECT_ID, commentId: 'q1', createdOn: 1 },
      ...{ text: 'A needle', authorName: '' },
    } as Reply,
  ],
})

beforeEach(() => {
  vi.resetModules()
  localStorage.clear()
  Object.assign(address, { search: {}, steps: [] })
})
afterEach(async () => {
  cleanup()
  await new Promise((done) => setImmediate(done))
})
interface Opened {
  actor?: ProjectActor
  type?: Started
  isGeneral?: boolean
  count?: number
}
const open = async ({
  actor = buildVendorContact(),
  type = 'Q',
  isGeneral = false,
  count = 3,
}: Opened = {}) => {
  await openPageProject({
    actor,
    rows: rows() as never,
    project: { state: 'PUBLISHED', publishedOn: 1 },
  })
  const { useCommentsList } = await import('./use-comments-list.ts')
  const { useCommands } = await import('#client/ui/keyboard/commands.ts')
  const { result } = renderHook(
    () => ({
      list: useCommentsList({ projectId: PROJECT_ID, type, isGeneral }),
      commands: useCommands(),
    }),
    { wrapper: inLocale },
  )
  await waitFor(() => expect(result.current.list.isRead).toBe(true))
  await waitFor(() => expect(result.current.list.threads).toHaveLength(count))
  return {
    list: () => result.current.list,
    ids: () => result.current.list.found.map(({ id }) => id),
    commands: () => result.current.commands.map(({ id }) => id.replace('comments.', '')),
    run: (id: string) =>
      act(
        async () => void result.current.commands.find((one) => one.id === `comments.${id}`)?.run(),
      ),
  }
}
const go = (search: Record<string, unknown>) =>
  act(() => {
    address.search = search
    address.changed()
  })

describe('the list', () => {
  it('has the threads of its type, the newest first, and those of the project alone if it is general', async () => {
    const { ids, list } = await open()
    expect(ids()).toEqual(['q3', 'q2', 'q1'])
    expect([list().open, list().vendorId, list().place]).toEqual([
      undefined,
      7,
      { kind: 'project', id: PROJECT_ID },
    ])
    cleanup()
    expect((await open({ isGeneral: true, count: 2 })).ids()).toEqual(['q3', 'q1'])
    cleanup()
    expect((await open({ type: 'PP', count: 1 })).ids()).toEqual(['pp'])
  })

  it('finds a word also in the replies, and keeps all threads at hand', async () => {
    const { ids, list } = await open()
    go({ find: 'needle' })
    await waitFor(() => expect(ids()).toEqual(['q1']))
    expect(list().threads).toHaveLength(3)
    go({ find: 'q2' })
    expect(ids()).toEqual(['q2'])
  })

  it('opens a thread of the address even if the list leaves it out', async () => {
    const { list } = await open({ isGeneral: true, count: 2 })
    go({ comment: 'q2' })
    expect(list().open?.id).toBe('q2')
  })
})

describe('the keys', () => {
  it('go to the next and the previous thread, not beyond the ends', async () => {
    const { list, commands, run } = await open()
    expect(commands(), 'none is open: the first is next').toEqual(['start', 'next'])
    await run('next')
    expect([list().open?.id, commands()]).toEqual(['q3', ['start', 'next']])
    await run('next')
    expect([list().open?.id, commands()]).toEqual(['q2', ['start', 'next', 'previous']])
    await run('next')
    expect([list().open?.id, commands()]).toEqual(['q1', ['start', 'previous']])
    await run('previous')
    expect(list().open?.id).toBe('q2')
    expect(new Set(address.steps), 'Back leaves the list').toEqual(new Set(['replace']))
  })

  it('are not offered in an empty list, nor the start to who may not', async () => {
    const { commands } = await open({ actor: buildOwner() })
    expect(commands()).toEqual(['next'])
    go({ find: 'nothing has this word' })
    expect(commands()).toEqual([])
  })
})

describe('a new thread', () => {
  it('is started by its key or button, closes the open thread and can be given up', async () => {
    const { list, run } = await open()
    go({ comment: 'q3' })
    expect([list().isStartShown, list().start.isFocused]).toEqual([false, false])
    await run('start')
    expect([list().isStartShown, list().start.isFocused, list().open]).toEqual([
      true,
      true,
      undefined,
    ])
    expect(address.steps, 'Back returns to the thread').toEqual(['push'])
    go({ comment: 'q3' })
    expect(list().isStartShown, 'the opened thread has the place').toBe(false)
    go({})
    expect(list().isStartShown).toBe(true)
    act(() => list().start.close())
    expect(list().isStartShown).toBe(false)
  })

  it('that was begun before the page closed is shown, without taking the focus', async () => {
    const { formKeyOf } = await import('#client/lib/form-keys.ts')
    const { keepName, startKeep } = await import('./start-keep.ts')
    const name = keepName(startKeep({ kind: 'project', id: PROJECT_ID }, 'Q'))
    const { currentSession } = await import('#client/lib/session.ts')
    localStorage.setItem(formKeyOf(currentSession(), name), JSON.stringify({ at: 1, value: 'Wo' }))
    const { list } = await open()
    expect([list().isStartShown, list().start.isFocused]).toEqual([true, false])
    cleanup()
    expect((await open({ type: 'PP', count: 1 })).list().isStartShown).toBe(false)
    cleanup()
    const owner = await open({ actor: buildOwner() })
    expect([owner.list().isStartShown, owner.list().right]).toEqual([false, 'hidden'])
  })
})
