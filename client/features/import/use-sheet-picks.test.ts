// @vitest-environment jsdom
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { chooseFirst, requirementSheet } from '../../../tests/support/sheet-choice.ts'
import { pickSheets } from './import-sheets.ts'
import type { SheetChoice } from './import-steps.tsx'
import { ReaderError } from './reader/reader-error.ts'
import { useQuestion } from './reader/use-answer.ts'
import { usePickPlans, useSheetPicks } from './use-sheet-picks.ts'

afterEach(cleanup)

describe('documents of a file', () => {
  const open = async (choice: SheetChoice) => {
    const { result } = renderHook(() => {
      const picks = useSheetPicks(choice)
      return { ...picks, plans: usePickPlans(picks.division?.picks ?? []).plans }
    })
    expect(result.current.division).toBeNull()
    await waitFor(() => expect(result.current.division).not.toBeNull())
    return {
      result,
      names: () => result.current.division?.picks.map(({ name }) => name),
      counts: () => result.current.plans.map((one) => one?.creates.length),
    }
  }

  it('are its sheets, and each taken one is planned', async () => {
    const { result, names, counts } = await open(
      chooseFirst([requirementSheet('One'), requirementSheet('Two')]),
    )
    expect([names(), result.current.division?.column]).toEqual([['One', 'Two'], null])
    await waitFor(() => expect(counts()).toEqual([12, 12]))
    act(() =>
      result.current.setPicks((picks) => picks.map((pick) => ({ ...pick, isTaken: false }))),
    )
    expect(result.current.division?.picks.map(({ isTaken }) => isTaken)).toEqual([false, false])
    expect(result.current.failure).toBeNull()
  })

  it('are the texts of a column in a file of one sheet, until it is divided otherwise', async () => {
    const { result, names, counts } = await open(chooseFirst([requirementSheet('One')]))
    expect(result.current.division?.columns).toEqual([{ column: 1, name: 'Area' }])
    expect([names(), result.current.division?.column]).toEqual([['Access', 'Audit'], 1])
    await waitFor(() => expect(counts()).toEqual([6, 6]))
    act(() => result.current.divideBy(null))
    await waitFor(() => expect(names()).toEqual(['One']))
    expect(result.current.division?.column).toBeNull()
    await waitFor(() => expect(counts()).toEqual([12]))
  })

  it('that are not taken are not planned', async () => {
    const { signal } = new AbortController()
    const [first, second] = await pickSheets(
      chooseFirst([requirementSheet('One'), requirementSheet('Two')]),
      signal,
    )
    if (first === undefined || second === undefined) throw new Error('No picks')
    const picks = [{ ...first, isTaken: false }, second]
    const { result } = renderHook(() => usePickPlans(picks))
    await waitFor(() => expect(result.current.plans[1]?.creates).toHaveLength(12))
    expect(result.current.plans[0]).toBeUndefined()
  })
})

describe('a question to the reader', () => {
  const open = () => {
    const answers: number[] = []
    const { result, unmount } = renderHook(() => useQuestion())
    const ask = (work: Promise<number>) =>
      result.current.ask(
        () => work,
        (answer) => void answers.push(answer),
      )
    return { result, unmount, answers, ask }
  }
  const waits = () => Promise.withResolvers<number>()

  it('is awaited, and only the answer to the last one counts', async () => {
    const { result, answers, ask } = open()
    const [first, second] = [waits(), waits()]
    const asked: Promise<void>[] = []
    act(() => void asked.push(ask(first.promise)))
    expect(result.current.isAsking).toBe(true)
    act(() => void asked.push(ask(second.promise)))
    await act(async () => {
      first.resolve(1)
      await asked[0]
    })
    expect([answers, result.current.isAsking]).toEqual([[], true])
    await act(async () => {
      second.resolve(2)
      await asked[1]
    })
    expect([answers, result.current.isAsking]).toEqual([[2], false])
  })

  it('shows why the reader failed, until the next question', async () => {
    const { result, answers, ask } = open()
    await act(() => ask(Promise.reject(new ReaderError('The file is too large'))))
    expect(result.current).toMatchObject({ failure: 'The file is too large', isAsking: false })
    await act(() => ask(Promise.resolve(3)))
    expect([answers, result.current.failure]).toEqual([[3], null])
    await expect(act(() => ask(Promise.reject(new TypeError('A bug'))))).rejects.toThrow('A bug')
  })

  it('is dropped when the person cancels or leaves', async () => {
    const { result, unmount, answers, ask } = open()
    const [first, second] = [waits(), waits()]
    const asked: Promise<void>[] = []
    act(() => void asked.push(ask(first.promise)))
    act(() => result.current.cancel())
    expect(result.current.isAsking).toBe(false)
    act(() => void asked.push(ask(second.promise)))
    unmount()
    first.reject(new ReaderError('Late'))
    second.resolve(1)
    await Promise.all(asked)
    expect([answers, result.current.failure]).toEqual([[], null])
  })
})
