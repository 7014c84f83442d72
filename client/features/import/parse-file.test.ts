// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openFile, parseFile } from './parse-file.ts'
import type { ParsedFile } from './parsed-file.ts'
import { useParse } from './use-parse.ts'

const MEBIBYTE = 1_048_576
/** The thread of the browser that parses a file. */
class ParseThread extends EventTarget {
  static all: ParseThread[] = []
  isOver = false
  given: unknown
  constructor() {
    super()
    ParseThread.all.push(this)
  }
  postMessage(given: unknown): void {
    this.given = given
  }
  terminate(): void {
    this.isOver = true
  }
  say(data: unknown): Promise<void> {
    return act(async () => void this.dispatchEvent(new MessageEvent('message', { data })))
  }
}
beforeEach(() => {
  ParseThread.all = []
  vi.stubGlobal('Worker', ParseThread)
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const fileOf = (name: string, size = 3): File =>
  ({ name, size, arrayBuffer: () => Promise.resolve(new ArrayBuffer(3)) }) as File
const setUp = () => {
  const parsed: ParsedFile[] = []
  const { result, unmount } = renderHook(() => useParse(parseFile, (file) => parsed.push(file)))
  const read = async (...files: File[]) => {
    await act(async () => {
      void result.current.read(files)
      await vi.advanceTimersByTimeAsync(0)
    })
    return ParseThread.all.at(-1)
  }
  return {
    result,
    parsed,
    read,
    unmount,
    wait: (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms)),
  }
}
const content: ParsedFile = { fileName: 'a.csv', kind: 'csv', sheets: [] }

it('shows the phase, hands over the content and ends the thread', async () => {
  const { result, parsed, read } = setUp()
  const thread = await read(fileOf('a.csv'))
  expect(result.current.state).toEqual({ kind: 'reading', fileName: 'a.csv', phase: 'checking' })
  expect(thread?.given).toMatchObject({ files: [{ fileName: 'a.csv' }] })
  await thread?.say({ phase: 'reading' })
  expect(result.current.state).toMatchObject({ phase: 'reading' })
  expect(thread?.isOver).toBe(false)
  await thread?.say({ parsed: content })
  expect(result.current.state).toEqual({ kind: 'idle' })
  expect(parsed).toEqual([content])
  expect(thread?.isOver).toBe(true)
})

it.each([
  [
    {
      problems: [
        { code: 'zipBomb', detail: { limit: 1 } },
        { code: 'empty', detail: {} },
      ],
    },
    ['zipBomb', 'empty'],
  ],
  [{ problems: [] }, ['failed']],
])('shows the problems that the thread found', async (message, codes) => {
  const { result, parsed, read } = setUp()
  const thread = await read(fileOf('a.csv'))
  await thread?.say(message)
  const { state } = result.current
  expect(state.kind === 'failed' && state.problems.map(({ code }) => code)).toEqual(codes)
  expect(parsed).toEqual([])
  expect(thread?.isOver).toBe(true)
})

it('a thread that dies is a failure', async () => {
  const { result, read } = setUp()
  const thread = await read(fileOf('a.csv'))
  await act(async () => void thread?.dispatchEvent(new Event('error')))
  expect(result.current.state).toMatchObject({ kind: 'failed', problems: [{ code: 'failed' }] })
})

it('a file takes at most 30 seconds and 50 MB', async () => {
  const { result, read, wait } = setUp()
  const thread = await read(fileOf('largest.csv', 50 * MEBIBYTE))
  await wait(29_999)
  expect(result.current.state.kind).toBe('reading')
  await wait(1)
  expect(result.current.state).toMatchObject({
    problems: [{ code: 'tooSlow', detail: { limit: 30 } }],
  })
  expect(thread?.isOver).toBe(true)
  await read(fileOf('larger.csv', 50 * MEBIBYTE + 1))
  expect(result.current.state).toMatchObject({ problems: [{ code: 'tooBig' }] })
  expect(ParseThread.all).toHaveLength(1)
})

it('several files are read together, at most 50 MB of them, and never with ReqIF', async () => {
  const { result, read } = setUp()
  const thread = await read(fileOf('a.json'), fileOf('b.yaml'))
  expect(thread?.given).toMatchObject({ files: [{ fileName: 'a.json' }, { fileName: 'b.yaml' }] })
  await read(fileOf('a.json', 30 * MEBIBYTE), fileOf('b.yaml', 21 * MEBIBYTE))
  expect(result.current.state).toMatchObject({ problems: [{ code: 'tooBig' }] })
  const mixed = openFile([fileOf('a.json'), fileOf('b.reqif')], {
    signal: new AbortController().signal,
    onPhase: () => undefined,
  })
  await expect(mixed).rejects.toMatchObject({ problems: [{ code: 'mixedFiles' }] })
  expect(ParseThread.all).toHaveLength(1)
})

it('shows which of several files is being read, each for at most 30 seconds', async () => {
  const { result, read, wait } = setUp()
  const thread = await read(fileOf('a.json'), fileOf('b.json'), fileOf('c.json'))
  const placeOf = (fileName: string, at: number) => ({ fileName, at, of: 3 })
  await wait(29_999)
  await thread?.say({ phase: 'reading', place: placeOf('b.json', 2) })
  expect(result.current.state).toMatchObject({ place: placeOf('b.json', 2) })
  await wait(29_999)
  await thread?.say({ phase: 'reading', place: placeOf('c.json', 3) })
  await wait(30_000)
  expect(result.current.state).toMatchObject({
    problems: [{ code: 'tooSlow', detail: { limit: 30, inFile: 'c.json' } }],
  })
  expect(thread?.isOver).toBe(true)
})

it('a stopped reading shows nothing more', async () => {
  const { result, read } = setUp()
  const thread = await read(fileOf('a.json'), fileOf('b.json'))
  await act(async () => result.current.cancel())
  await thread?.say({ phase: 'reading', place: { fileName: 'b.json', at: 2, of: 2 } })
  expect(result.current.state).toEqual({ kind: 'idle' })
})

it('ReqIF is refused unread where answers are expected', async () => {
  const { result, read } = setUp()
  await read(fileOf('answers.reqifz', 50 * MEBIBYTE))
  expect(result.current.state).toMatchObject({ problems: [{ code: 'reqifWithoutAnswers' }] })
  expect(ParseThread.all).toHaveLength(0)
})

it('Cancel, another file and leaving each end the running parse', async () => {
  const { result, parsed, read, unmount } = setUp()
  const first = await read(fileOf('first.csv'))
  await act(async () => result.current.cancel())
  expect(result.current.state).toEqual({ kind: 'idle' })
  expect(first?.isOver).toBe(true)
  const second = await read(fileOf('second.csv'))
  const third = await read(fileOf('third.csv'))
  expect([second?.isOver, third?.isOver]).toEqual([true, false])
  expect(result.current.state).toMatchObject({ kind: 'reading', fileName: 'third.csv' })
  unmount()
  await vi.advanceTimersByTimeAsync(0)
  expect(third?.isOver).toBe(true)
  expect(parsed).toEqual([])
})

describe('a file that stays open', () => {
  const start = async () => {
    const stop = new AbortController()
    const phases: string[] = []
    const opened = openFile([fileOf('a.csv')], {
      signal: stop.signal,
      onPhase: (phase) => phases.push(phase),
    })
    opened.catch(() => undefined)
    await vi.advanceTimersByTimeAsync(0)
    const thread = ParseThread.all.at(-1)
    if (thread === undefined) throw new Error('no thread')
    return { stop, phases, opened, thread }
  }

  it('keeps its thread until its reader ends', async () => {
    const { opened, thread } = await start()
    await thread.say({ opened: { fileName: 'a.csv', kind: 'csv', sheets: [] } })
    const { reader } = await opened
    expect(thread.given).toMatchObject({ isKept: true })
    expect(thread.isOver).toBe(false)
    // No error of the reading, whose time is over.
    await vi.advanceTimersByTimeAsync(60_000)
    expect(thread.isOver).toBe(false)
    reader.end()
    expect(thread.isOver).toBe(true)
  })

  it('may be guessed for longer than the reading may take, and Stop ends that', async () => {
    const { stop, phases, opened, thread } = await start()
    await thread.say({ phase: 'guessing' })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(thread.isOver).toBe(false)
    stop.abort()
    await expect(opened).rejects.toThrow()
    expect(phases).toEqual(['guessing'])
    expect(thread.isOver).toBe(true)
  })
})
