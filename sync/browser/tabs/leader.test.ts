import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createLeader, type Leader } from './leader.ts'

/** Real Web Locks; the clock and the beat run by hand. */
interface Tab {
  leader: Leader
  log: string[]
}
let count = 0
let name = ''
let tabs: Tab[] = []
/** Beats reach every other tab that is awake. */
const open = (id: string): Tab => {
  const log: string[] = []
  const leader = createLeader({
    name,
    id,
    sendBeat: () => {
      log.push('beat')
      for (const other of tabs) other.leader.heardBeat(id)
    },
    onLead: () => void log.push('lead'),
    onLost: () => void log.push('lost'),
  })
  const tab = { leader, log }
  tabs.push(tab)
  return tab
}
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setTimeout(resolve))
}
const leading = (): boolean[] => tabs.map(({ leader }) => leader.isLeading())
const pass = async (ms: number): Promise<void> => {
  vi.advanceTimersByTime(ms)
  await settle()
}

beforeEach(() => {
  name = `leader-${(count += 1)}`
  tabs = []
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
})
afterEach(async () => {
  for (const { leader } of tabs) leader.release()
  await settle()
  vi.useRealTimers()
})

it('the first tab leads and beats at once, then every two seconds; the second one waits', async () => {
  const first = open('a')
  expect(leading()).toEqual([false])
  first.leader.stand()
  await settle()
  open('b').leader.stand()
  await settle()
  expect(leading()).toEqual([true, false])
  expect(first.log).toEqual(['lead', 'beat'])
  await pass(1_999)
  expect(first.log).toHaveLength(2)
  await pass(1)
  expect(first.log).toEqual(['lead', 'beat', 'beat'])
  await pass(60_000)
  expect(leading()).toEqual([true, false])
})

it('a tab that stands twice keeps its one place in the queue', async () => {
  open('a').leader.stand()
  await settle()
  const second = open('b')
  second.leader.stand()
  await settle()
  open('c').leader.stand()
  await settle()
  second.leader.stand()
  await settle()
  tabs[0]?.leader.release()
  await settle()
  expect(leading()).toEqual([false, true, false])
})

it('a leader that gives up hears of it once, and the next in line leads', async () => {
  const first = open('a')
  first.leader.stand()
  await settle()
  const second = open('b')
  second.leader.stand()
  await settle()
  first.leader.release()
  expect(first.leader.isLeading()).toBe(false)
  await settle()
  expect(first.log).toEqual(['lead', 'beat', 'lost'])
  expect(second.log).toEqual(['lead', 'beat'])
  await pass(4_000)
  expect(first.log, 'it beats no more').toHaveLength(3)
})

it('a tab that gave up its place is not elected later', async () => {
  const [first, second] = [open('a'), open('b')]
  first.leader.stand()
  await settle()
  second.leader.stand()
  await settle()
  second.leader.release()
  await settle()
  first.leader.release()
  await pass(20_000)
  expect(leading()).toEqual([false, false])
  expect(second.log).toEqual([])
})

it('a tab that comes back at once from its rest leads again, and can give up again', async () => {
  const first = open('a')
  first.leader.stand()
  await settle()
  first.leader.release()
  first.leader.stand()
  await settle()
  expect(leading()).toEqual([true])
  expect(first.log).toEqual(['lead', 'beat', 'lost', 'lead', 'beat'])
  first.leader.release()
  open('b').leader.stand()
  await settle()
  expect(leading()).toEqual([false, true])
})

/** A leader asleep, without beats, and a waiting tab. */
const withSleeper = async (): Promise<[Tab, Tab]> => {
  const sleeper = open('a')
  sleeper.leader.stand()
  await settle()
  vi.clearAllTimers()
  const waiting = open('b')
  waiting.leader.stand()
  await settle()
  return [sleeper, waiting]
}

it('a visible tab takes the lead after more than six seconds of silence, and the sleeper stands behind it', async () => {
  const [sleeper, waiting] = await withSleeper()
  await pass(6_000)
  expect(leading()).toEqual([true, false])
  await pass(2_000)
  expect(leading()).toEqual([false, true])
  expect(sleeper.log).toEqual(['lead', 'beat', 'lost'])
  expect(waiting.log).toEqual(['lead', 'beat'])
  waiting.leader.release()
  await settle()
  expect(leading(), 'the sleeper is next').toEqual([true, false])
})

it('a beat of the leader restarts the silence, an own one does not', async () => {
  const [, waiting] = await withSleeper()
  await pass(5_000)
  waiting.leader.heardBeat('a')
  await pass(6_000)
  expect(leading()).toEqual([true, false])
  waiting.leader.heardBeat('b')
  await pass(1_000)
  expect(leading()).toEqual([false, true])
})

it('a hidden tab takes nothing, and waits the whole silence again when it is shown', async () => {
  const [, waiting] = await withSleeper()
  waiting.leader.setVisible(false)
  await pass(60_000)
  expect(leading()).toEqual([true, false])
  waiting.leader.setVisible(true)
  await pass(2_000)
  waiting.leader.setVisible(true)
  await pass(4_000)
  expect(leading()).toEqual([true, false])
  await pass(2_000)
  expect(leading()).toEqual([false, true])
})

it('a tab that gave up takes nothing in the silence, and counts it from when it stands again', async () => {
  const [, waiting] = await withSleeper()
  waiting.leader.release()
  await pass(60_000)
  expect(leading()).toEqual([true, false])
  waiting.leader.stand()
  await pass(6_000)
  expect(leading()).toEqual([true, false])
  await pass(2_000)
  expect(leading()).toEqual([false, true])
})
