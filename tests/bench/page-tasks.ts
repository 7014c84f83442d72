import { type Browser, type Page } from '@playwright/test'

interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  /** In microseconds. */
  dur?: number
  tdur?: number
  id?: string
  args?: { data?: ProfilePart; name?: string }
}
interface ProfilePart {
  cpuProfile?: { nodes?: ProfileNode[]; samples?: number[] }
  timeDeltas?: number[]
}
interface ProfileNode {
  id: number
  callFrame: { functionName: string; url?: string; lineNumber?: number }
}

/** What a page's main thread did during one action. */
export interface PageTasks {
  /** The whole action, in ms. */
  allMs: number
  /** The longest task in ms, with the time that the thread waited for a processor. */
  longestMs: number
  /** The processor time of the task that used most, in ms. */
  longestCpuMs: number
  /** With a profile: the functions that used most of the main thread, with their own ms. */
  functions: readonly { name: string; ms: number }[]
}

const CATEGORIES = ['devtools.timeline', 'disabled-by-default-devtools.timeline', '__metadata']
/** Slows down every thread of the page. */
const PROFILE = 'disabled-by-default-v8.cpu_profiler'
const MOST_FUNCTIONS = 4

const nameOf = ({ functionName, url = '', lineNumber = 0 }: ProfileNode['callFrame']): string =>
  `${functionName || '(anonymous)'} ${url.split('/').at(-1)}:${lineNumber + 1}`

const functionsOf = (events: readonly TraceEvent[], { pid, tid }: TraceEvent) => {
  const profile = events.find((one) => one.name === 'Profile' && one.pid === pid && one.tid === tid)
  const names = new Map<number, string>()
  const times = new Map<string, number>()
  for (const { name, id, args, pid: from } of events) {
    if (name !== 'ProfileChunk' || from !== pid || id !== profile?.id) continue
    const { cpuProfile: { nodes = [], samples = [] } = {}, timeDeltas = [] } = args?.data ?? {}
    for (const node of nodes) names.set(node.id, nameOf(node.callFrame))
    for (const [at, sample] of samples.entries()) {
      const own = names.get(sample) ?? ''
      if (/^\((?:idle|program|root)\)/.test(own)) continue
      times.set(own, (times.get(own) ?? 0) + (timeDeltas[at] ?? 0) / 1000)
    }
  }
  return [...times]
    .toSorted(([, some], [, other]) => other - some)
    .slice(0, MOST_FUNCTIONS)
    .map(([name, ms]) => ({ name, ms }))
}

/** Records the tasks of the page's main thread during an action, and which functions they ran. */
export const recordTasks = async (
  { browser, page, isProfiled }: { browser: Browser; page: Page; isProfiled: boolean },
  act: () => Promise<void>,
): Promise<PageTasks> => {
  await browser.startTracing(page, {
    categories: isProfiled ? [...CATEGORIES, PROFILE] : CATEGORIES,
  })
  const begun = performance.now()
  await act()
  const allMs = performance.now() - begun
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[]
  }
  const mains = traceEvents.filter(
    ({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain',
  )
  const tasksOf = ({ pid, tid }: TraceEvent) =>
    traceEvents.filter((one) => one.name === 'RunTask' && one.pid === pid && one.tid === tid)
  const [main] = mains.toSorted((some, other) => tasksOf(other).length - tasksOf(some).length)
  if (main === undefined) throw new Error('The trace has no main thread of a page')
  const tasks = tasksOf(main)
  return {
    allMs,
    longestMs: Math.max(0, ...tasks.map(({ dur = 0 }) => dur / 1000)),
    longestCpuMs: Math.max(0, ...tasks.map(({ tdur = 0 }) => tdur / 1000)),
    functions: functionsOf(traceEvents, main),
  }
}
