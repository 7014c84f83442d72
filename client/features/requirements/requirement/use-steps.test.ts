// @vitest-environment jsdom
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CommitmentValues } from '#schema/entities/commitment.ts'
import { parseDefinition } from '#schema/rules/definition/parameters.ts'
import { startLocale } from '#client/locales/start-locale.ts'
import { toast } from '#client/ui/feedback/toast.tsx'
import { useCommands } from '#client/ui/keyboard/commands.ts'
import { inLocale } from '../../../../tests/support/in-locale.tsx'
import { inRouter } from '../../../../tests/support/in-router.tsx'
import {
  buildDefinition,
  buildParameter,
  buildRelease,
  buildRequirement,
  buildStatement,
} from '../../../../tests/support/project-rows.ts'
import { useAnswerProblems } from '../answers/use-answer-problems.ts'
import { useSteps } from './use-steps.ts'

beforeEach(() => startLocale('en'))
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

describe('the steps from a requirement', () => {
  const requirements = [1, 2, 3, 4].map((no) =>
    buildRequirement({ id: `r${no}`, fullId: no === 4 ? null : `FUN-000${no}` }),
  )
  const open = (at: number, openIds: readonly string[] = []) => {
    const router = inRouter()
    const { result } = renderHook(
      () => ({
        steps: useSteps(
          { projectId: 'p', documentId: 'd1' },
          {
            ...{ requirements, requirement: requirements[at] },
            isOpen: (id) => openIds.includes(id),
          },
        ),
        commands: useCommands(),
      }),
      { wrapper: router.wrapper },
    )
    const go = async (step: 'next' | 'nextOpen' | 'previous') => {
      act(() => result.current.steps[step]?.())
      await waitFor(() => expect(router.address()).not.toBe('/'))
      return router.address().replace('/project/p/documents/d1/requirement/', '')
    }
    const ids = () => result.current.commands.map(({ id }) => id)
    const run = (id: string) =>
      act(async () => void (await result.current.commands.find((one) => one.id === id)?.run()))
    return { steps: () => result.current.steps, go, ids, run, address: router.address }
  }

  it('lead to its neighbours, and to the next one that waits for an answer', async () => {
    expect(await open(1).go('next')).toBe('FUN-0003')
    cleanup()
    expect(await open(2).go('next')).toBe('r4')
    cleanup()
    expect(await open(1).go('previous')).toBe('FUN-0001')
    cleanup()
    expect(await open(0, ['r1', 'r3', 'r4']).go('nextOpen')).toBe('FUN-0003')
  })

  it('end at the first and the last one', () => {
    const offered = (at: number) => {
      const { steps, ids } = open(at, ['r2'])
      const { next, nextOpen, previous } = steps()
      const found = [next !== null, nextOpen !== null, previous !== null, ids()]
      cleanup()
      return found
    }
    const [NEXT, BACK, COPY] = [
      'requirement.next',
      'requirement.previous',
      'requirement.copyLink',
    ] as const
    expect(offered(0)).toEqual([true, true, false, [NEXT, COPY]])
    expect(offered(1)).toEqual([true, false, true, [NEXT, BACK, COPY]])
    expect(offered(3)).toEqual([false, false, true, [BACK, COPY]])
    // The requirement is not read yet, or was deleted.
    expect(offered(9)).toEqual([false, true, false, []])
  })

  it('can be made with the keyboard', async () => {
    const { run, address } = open(1)
    await run('requirement.next')
    await waitFor(() => expect(address()).toContain('FUN-0003'))
    await run('requirement.previous')
    await waitFor(() => expect(address()).toContain('FUN-0001'))
  })

  it('copy the link, or say what else to do', async () => {
    const told: unknown[] = []
    vi.spyOn(toast, 'success').mockImplementation((text) => void told.push(text))
    vi.spyOn(toast, 'error').mockImplementation((text) => void told.push(text))
    const copied: string[] = []
    const clipboard = { writeText: async (text: string) => void copied.push(text) }
    Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true })
    const { run } = open(1)
    await run('requirement.copyLink')
    expect([copied, told]).toEqual([[window.location.href], ['Link copied']])
    clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'))
    await run('requirement.copyLink')
    expect(told[1]).toMatch(/^Your browser blocks copying here/)
  })
})

describe('the problems of an answer', () => {
  const required = { validations: [{ kind: 'required' as const }] }
  const definition = parseDefinition(
    buildDefinition({
      answer: [
        buildStatement({ validations: [{ kind: 'required' }, { kind: 'statement_release' }] }),
        buildParameter({ id: 'note', key: 'note', name: 'Note', ...required }),
        buildParameter({ id: 'price', key: 'price', name: 'Price', inputType: 'number' }),
      ],
    }),
  )
  const open = (values: CommitmentValues) =>
    renderHook((now: CommitmentValues) => useAnswerProblems(definition, now, [buildRelease()]), {
      wrapper: inLocale,
      initialProps: values,
    }).result
  const fields = (result: ReturnType<typeof open>) => [...result.current.errors.keys()]

  it('stand next to a field that was left, but missing values only after an attempt', () => {
    const result = open({ price: 'many' })
    expect([fields(result), result.current.list, result.current.isValid]).toEqual([[], [], false])
    act(() => result.current.touch('price'))
    act(() => result.current.touch('note'))
    act(() => result.current.touch('note'))
    expect([fields(result), result.current.list]).toEqual([['price'], []])
    act(() => result.current.attempt())
    expect(fields(result)).toEqual(expect.arrayContaining(['price', 'note', 'met']))
    const texts = result.current.list.map(({ inputId, text }) => `${inputId} ${text}`)
    expect(texts).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^answer-price Price: ./),
        expect.stringMatching(/^answer-note Note: ./),
      ]),
    )
  })

  it('name the release of a statement', () => {
    const result = open({ met: 50, note: 'x' })
    act(() => result.current.attempt())
    expect(result.current.list.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^Release: ./),
    ])
  })

  it('are none in a whole answer', () => {
    const result = open({ met: 0, 'met.release': -1, note: 'x', price: 5 })
    act(() => result.current.attempt())
    expect([result.current.list, result.current.isValid]).toEqual([[], true])
  })
})
