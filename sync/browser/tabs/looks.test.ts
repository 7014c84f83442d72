import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createLooks, type Looks } from './looks.ts'

interface Tab {
  looks: Looks
  /** What this tab knows: whether any tab is in sight, at each change. */
  log: boolean[]
}
let tabs = new Map<string, Tab>()
/** A word reaches every other tab that is open. */
const open = (id: string): Tab => {
  const log: boolean[] = []
  const looks = createLooks({
    id,
    notes: {
      send(note) {
        if (note.type !== 'look') return
        for (const [other, tab] of tabs)
          if (other !== note.tab) tab.looks.heard(note.tab, note.isSeen)
      },
    },
    onChange: (isSeen) => void log.push(isSeen),
  })
  const tab = { looks, log }
  tabs.set(id, tab)
  return tab
}
beforeEach(() => {
  tabs = new Map()
  vi.useFakeTimers({ toFake: ['setInterval', 'Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

it('[WP11] every tab counts, and each knows of all', () => {
  const [first, second] = [open('a'), open('b')]
  second.looks.set(true)
  expect(first.log).toEqual([true])
  first.looks.set(true)
  second.looks.set(false)
  expect([first.log, second.log]).toEqual([[true], [true]])
  first.looks.set(false)
  expect([first.log, second.log]).toEqual([
    [true, false],
    [true, false],
  ])
})

it('[WP11] a tab that stays in sight counts for as long as it does', () => {
  const first = open('a')
  open('b').looks.set(true)
  vi.advanceTimersByTime(600_000)
  expect(first.log).toEqual([true])
})

it('[WP11] a tab that ends without a word counts for 40 s at most', () => {
  const first = open('a')
  open('b').looks.set(true)
  // A crash: its timer sends nothing more.
  vi.clearAllTimers()
  tabs.clear()
  const left = open('c')
  left.looks.heard('b', true)
  vi.advanceTimersByTime(30_000)
  expect(left.log).toEqual([true])
  vi.advanceTimersByTime(10_000)
  expect(left.log).toEqual([true, false])
  expect(first.log).toEqual([true])
})

it('[WP11] a new tab learns within ten seconds that the person looks at another one', () => {
  open('a').looks.set(true)
  const later = open('b')
  expect(later.log).toEqual([])
  vi.advanceTimersByTime(10_000)
  expect(later.log).toEqual([true])
})

it('[WP11] the same word twice is sent once', () => {
  const { looks, log } = open('a')
  looks.set(false)
  looks.set(true)
  looks.set(true)
  expect(log).toEqual([true])
})
