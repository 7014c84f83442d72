import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { aMessage, type ArrivalFigures, arrivalFigures, PUBLICATION } from './notice-arrivals.ts'
import { type EditFigures, editorOn, measureEdits, warm, withServer } from './notice-edits.ts'
import { type DatabaseName, type Store, watchEvents, withStore } from './notice-store.ts'
import { addNotices, buildNoticeWorld, type NoticeSizes } from './notice-world.ts'

const FULL: NoticeSizes = { vendors: 500, contacts: 3, events: 100_000, edits: 1_000 }
/** Delivering all events takes long; this many edits beside them tell what an edit costs. */
const MOST_BACKLOG_EDITS = 2_000
const SMALL: NoticeSizes = { vendors: 20, contacts: 3, events: 2_000, edits: 100 }
const AIM_MS = 5_000
/** Two runs of the same edits differ by as much on a busy machine. */
const AIM_SHARE = 1.25
/** The outbox is looked at after so many edits. */
const LOOK_EDITS = 20

export interface NoticeFigures {
  database: DatabaseName
  sizes: NoticeSizes
  /** Load of the machine over a minute, before the measurement and after it. */
  load: [number, number]
  quiet: EditFigures
  message: ArrivalFigures
  publication: ArrivalFigures
  history: EditFigures
  /** `delivered`: number of events that left the outbox within `afterMs` of the server's start. */
  backlog: EditFigures & { delivered: number; afterMs: number }
  aims: { name: string; isReached: boolean }[]
}

const editsOn = (store: Store, count: number): Promise<EditFigures> =>
  withServer(store, async (served) => {
    const one = await editorOn(served)
    await warm(one)
    return await measureEdits(served, one, (edits) => edits < count)
  })

/** Edits as long as events wait; the delivery begins with the server. */
const backlogFigures = async (store: Store): Promise<NoticeFigures['backlog']> => {
  const watch = await watchEvents(store)
  const before = await watch.waiting()
  let waiting = before
  const figures = await withServer(store, async (served) => {
    const start = performance.now()
    const one = await editorOn(served)
    const edits = await measureEdits(served, one, async (done) => {
      if (done % LOOK_EDITS === 0) waiting = await watch.waiting()
      return waiting > 0 && done < MOST_BACKLOG_EDITS
    })
    const afterMs = performance.now() - start
    return { ...edits, delivered: before - (await watch.waiting()), afterMs }
  })
  await watch.close()
  return figures
}

const isDelivered = ({ deliveredMs, arrived, twice, rows }: ArrivalFigures, people: number) =>
  deliveredMs !== null &&
  deliveredMs < AIM_MS &&
  twice === 0 &&
  arrived === people &&
  rows === people

type Measured = Omit<NoticeFigures, 'database' | 'load' | 'aims'>
const aimsOf = ({ sizes, quiet, history, message, publication }: Measured) => {
  const { vendors, contacts, events } = sizes
  const people = vendors * contacts
  return [
    {
      name: `an edit beside ${events} notifications costs at most ${AIM_SHARE} times the quiet one`,
      isReached: history.cpuMs <= quiet.cpuMs * AIM_SHARE,
    },
    {
      name: `a message reaches ${people} panels once within ${AIM_MS} ms while edits go on`,
      isReached: isDelivered(message, people),
    },
    {
      name: `a publication reaches ${people} panels once within ${AIM_MS} ms while edits go on`,
      isReached: isDelivered(publication, people),
    },
  ]
}

const measure = async (store: Store, sizes: NoticeSizes): Promise<Measured> => {
  const tokens = await buildNoticeWorld(store, sizes)
  const quiet = await editsOn(store, sizes.edits)
  const publication = await arrivalFigures(store, tokens, PUBLICATION)
  const message = await arrivalFigures(store, tokens, aMessage())
  await addNotices(store, 'history', sizes.events)
  const history = await editsOn(store, sizes.edits)
  await addNotices(store, 'backlog', sizes.events)
  const backlog = await backlogFigures(store)
  return { sizes, quiet, publication, message, history, backlog }
}

export const noticeFigures = async (
  databases: readonly DatabaseName[],
  isSmall: boolean,
): Promise<NoticeFigures[]> => {
  const all: NoticeFigures[] = []
  const dir = await mkdtemp(join(tmpdir(), 'tenderbook-notices-'))
  try {
    for (const database of databases) {
      const before = loadavg()[0] ?? 0
      const measured = await withStore(database, dir, (store) =>
        measure(store, isSmall ? SMALL : FULL),
      )
      const figures: NoticeFigures = {
        ...measured,
        ...{ database, load: [before, loadavg()[0] ?? 0], aims: aimsOf(measured) },
      }
      printNotices(figures)
      all.push(figures)
    }
    return all
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

const line = (name: string, { edits, cpuMs, p50Ms, p95Ms }: EditFigures): string =>
  `${name.padEnd(11)} ${String(edits).padStart(6)} edits, ${cpuMs.toFixed(2)} ms of processor time each, p50 ${p50Ms.toFixed(1)} ms, p95 ${p95Ms.toFixed(1)} ms`

const arrivalLines = (name: string, figures: ArrivalFigures): string[] => [
  line(name, figures),
  `  ${figures.arrived} sockets have it after ${figures.deliveredMs ?? '–'} ms, ${figures.twice} twice, ${figures.rows} rows`,
]

const printNotices = (figures: NoticeFigures): void => {
  const { database, sizes, load, backlog, aims } = figures
  const { vendors, contacts, events } = sizes
  process.stdout.write(
    [
      `${database}: ${events} events; ${vendors} vendors with ${contacts} contacts each; load ${load.map((one) => one.toFixed(1)).join(' to ')}`,
      line('quiet', figures.quiet),
      ...arrivalLines('publication', figures.publication),
      ...arrivalLines('message', figures.message),
      line('history', figures.history),
      line('backlog', backlog),
      `  ${backlog.delivered} events delivered in ${backlog.afterMs.toFixed(0)} ms`,
      ...aims.map(({ name, isReached }) => `${isReached ? 'pass' : 'FAIL'}: ${name}`),
      '',
    ].join('\n'),
  )
}
