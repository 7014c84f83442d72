import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createLooks, type Looks } from './looks.ts'

interface Tab {
  looks: Looks
  isLooking: boolean
  isAlive: boolean
  told: boolean[]
}
let tabs: Tab[] = []
/** What a tab tells reaches every other tab that is alive. */
const open = (): Tab => {
  const id = `tab-${tabs.length}`
  const tab: Tab = {
    isLooking: false,
    isAlive: true,
    told: [],
    looks: createLooks({
      tell(isVisible) {
        if (!tab.isAlive) return
        tab.told.push(isVisible)
        for (const other of tabs)
          if (other !== tab && other.isAlive) other.looks.heard(id, isVisible)
      },
      onLooks: (isLooking) => (tab.isLooking = isLooking),
    }),
  }
  tabs.push(tab)
  return tab
}
const pass = (ms: number): unknown => vi.advanceTimersByTime(ms)

beforeEach(() => {
  vi.useFakeTimers()
  tabs = []
})
afterEach(() => {
  vi.useRealTimers()
})

it('[WP11] a hidden leader knows that the person looks at another tab, for as long as they do', () => {
  const [leader, other] = [open(), open()]
  leader.looks.setVisible(true)
  leader.looks.setVisible(false)
  expect(leader.isLooking).toBe(false)
  other.looks.setVisible(true)
  expect(leader.isLooking).toBe(true)
  pass(600_000)
  expect(leader.isLooking).toBe(true)
  other.looks.setVisible(false)
  expect(leader.isLooking).toBe(false)
})

it('[WP11] of two visible tabs one is enough, and the own one counts by itself', () => {
  const [leader, first, second] = [open(), open(), open()]
  first.looks.setVisible(true)
  second.looks.setVisible(true)
  first.looks.setVisible(false)
  expect(leader.isLooking).toBe(true)
  leader.looks.setVisible(true)
  second.looks.setVisible(false)
  expect(leader.isLooking).toBe(true)
  leader.looks.setVisible(false)
  expect(tabs.map(({ isLooking }) => isLooking)).toEqual([false, false, false])
})

it('[WP11] a tab that dies without a word counts for 35 seconds after its last one', () => {
  const [leader, other] = [open(), open()]
  other.looks.setVisible(true)
  pass(15_000)
  other.isAlive = false
  pass(34_999)
  expect(leader.isLooking).toBe(true)
  pass(1)
  expect(leader.isLooking).toBe(false)
})

it('[WP11] a tab that was opened later learns of the others within 15 seconds', () => {
  open().looks.setVisible(true)
  pass(1)
  const late = open()
  expect(late.isLooking).toBe(false)
  pass(15_000)
  expect(late.isLooking).toBe(true)
})

it('[WP11] a tab tells what is new once, repeats only that it is visible, and falls silent at its end', () => {
  const [tab, other] = [open(), open()]
  tab.looks.setVisible(false)
  pass(60_000)
  expect(tab.told).toEqual([])
  tab.looks.setVisible(true)
  tab.looks.setVisible(true)
  pass(30_000)
  expect(tab.told).toEqual([true, true, true])
  tab.looks.setVisible(false)
  pass(60_000)
  expect(tab.told).toEqual([true, true, true, false])
  tab.looks.setVisible(true)
  other.looks.setVisible(true)
  for (const { looks } of tabs) looks.stop()
  expect(vi.getTimerCount()).toBe(0)
})
