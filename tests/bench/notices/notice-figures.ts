import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { API } from '#schema/api/index.ts'
import { SYNC_PROTOCOL } from '#schema/api/sync.ts'
import { type ApiClient, signInApi } from '../../support/api-client.ts'
import { quantileOf } from '../figures.ts'
import { answerEdit, readAnswers } from '../scale/answers.ts'
import { cpuSecondsOf } from '../scale/memory.ts'
import { spawnRoomy } from '../scale/socket-process.ts'
import { serveWith } from '../sync-page.ts'
import type { NoticeAnswer, NoticeOrder } from './notice-clients.ts'
import {
  addNotices,
  buildNoticeWorld,
  countMessages,
  hasEvents,
  type NoticeSizes,
  PASSWORD,
  PROJECT_ID,
} from './notice-world.ts'

const FULL: NoticeSizes = { vendors: 500, contacts: 3, events: 100_000, edits: 1_000 }
const SMALL: NoticeSizes = { vendors: 20, contacts: 3, events: 2_000, edits: 100 }
const WARM_EDITS = 100
const AIM_MS = 5_000
/** The outbox is looked at after so many edits. */
const LOOK_EDITS = 20

interface EditFigures {
  edits: number
  /** Processor time of the server per edit in ms, with whatever else it does at that time. */
  cpuMs: number
  p50Ms: number
  p95Ms: number
}
export interface NoticeFigures {
  sizes: NoticeSizes
  quiet: EditFigures
  history: EditFigures
  /** `drainedMs`: from the start of the server until no event waited. */
  backlog: EditFigures & { drainedMs: number }
  message: EditFigures & {
    /** ms from the call until the last socket had the notification; null = some never had it. */
    deliveredMs: number | null
    arrived: number
    twice: number
    rows: number
    isReached: boolean
  }
}

type Served = Awaited<ReturnType<typeof serveWith>>

const stopped = async ({ child }: Served): Promise<void> => {
  const exit = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await exit
}

const withServer = async <T>(dataDir: string, work: (served: Served) => Promise<T>): Promise<T> => {
  const served = await serveWith(dataDir, (env) => spawnRoomy(['tests/bench/serve.ts'], env, false))
  try {
    return await work(served)
  } finally {
    await stopped(served)
  }
}

interface Editor {
  /** @returns its time in ms */
  edit: () => Promise<number>
  /** Refused edits would make the figures worthless. */
  requireApplied: () => Promise<void>
}

/** Edits of one contact, one after another. */
const editor = async (api: ApiClient): Promise<Editor> => {
  const answers = await readAnswers(api, PROJECT_ID)
  const clientId = randomUUID()
  let mid = 0
  const edit = async (): Promise<number> => {
    mid += 1
    const at = mid % answers.length
    const answer = answers[at]
    if (answer === undefined) throw new Error('There is nothing to edit')
    const text = `${clientId} ${mid}`
    const body = { serverId: api.serverId, clientId, schemaVersion: SYNC_PROTOCOL }
    const start = performance.now()
    const reply = await api.raw('POST', '/sync/push', {
      ...body,
      mutations: [answerEdit(mid, answer, text)],
    })
    const ms = performance.now() - start
    if (reply.status !== 200) throw new Error(`push answered ${reply.status}: ${reply.text}`)
    answers[at] = { ...answer, text }
    return ms
  }
  const requireApplied = async (): Promise<void> => {
    const stored = await readAnswers(api, PROJECT_ID)
    const texts = new Map(stored.map(({ requirementId, text }) => [requirementId, text]))
    const lost = answers.filter(({ requirementId, text }) => texts.get(requirementId) !== text)
    if (lost.length > 0) throw new Error(`${lost.length} edits are not there`)
  }
  return { edit, requireApplied }
}

/** Edits as long as `goesOn`. */
const measureEdits = async (
  { child }: Served,
  { edit, requireApplied }: Editor,
  goesOn: (edits: number) => boolean,
): Promise<EditFigures> => {
  const times: number[] = []
  const before = cpuSecondsOf(child.pid)
  while (goesOn(times.length)) times.push(await edit())
  const cpuMs = ((cpuSecondsOf(child.pid) - before) * 1_000) / times.length
  await requireApplied()
  return {
    edits: times.length,
    cpuMs,
    p50Ms: quantileOf(times, 0.5),
    p95Ms: quantileOf(times, 0.95),
  }
}

const editsOn = (dataDir: string, count: number): Promise<EditFigures> =>
  withServer(dataDir, async (served) => {
    const one = await editor(await signInApi(served.url, 'bench-0-0', PASSWORD))
    for (let index = 0; index < WARM_EDITS; index += 1) await one.edit()
    return await measureEdits(served, one, (edits) => edits < count)
  })

/** Edits as long as events wait; the delivery begins with the server. */
const backlogFigures = (dataDir: string) =>
  withServer(dataDir, async (served) => {
    const start = performance.now()
    const one = await editor(await signInApi(served.url, 'bench-0-0', PASSWORD))
    const edits = await measureEdits(
      served,
      one,
      (done) => done % LOOK_EDITS !== 0 || done === 0 || hasEvents(dataDir),
    )
    return { ...edits, drainedMs: performance.now() - start }
  })

type Told = Exclude<NoticeAnswer, { failed: string }>

const startClients = () => {
  const child = spawnRoomy(['tests/bench/notices/notice-clients.ts'], process.env, true)
  return {
    tell: (order: NoticeOrder): Promise<Told> =>
      new Promise((resolve, reject) => {
        child.once('exit', () => reject(new Error('the sockets have ended')))
        child.once('message', (answer: NoticeAnswer) =>
          'failed' in answer ? reject(new Error(answer.failed)) : resolve(answer),
        )
        child.send(order)
      }),
    end: () => child.disconnect(),
  }
}

/** The owner writes to all vendors while one contact edits and all are connected. */
const messageFigures = (dataDir: string, tokens: readonly string[]) =>
  withServer(dataDir, async (served) => {
    const { url } = served
    const one = await editor(await signInApi(url, 'bench-0-0', PASSWORD))
    const owner = await signInApi(url, 'bench-owner', PASSWORD)
    const clients = startClients()
    try {
      await clients.tell({ order: 'open', url, tokens })
      for (let index = 0; index < WARM_EDITS; index += 1) await one.edit()
      const text = `To all ${randomUUID()}`
      let arrival: Told | null = null
      const arriving = clients.tell({ order: 'wait', text }).then((told) => (arrival = told))
      const start = Date.now()
      const sending = owner.call(API.notifications.send, {
        params: { id: PROJECT_ID },
        body: { text, vendors: 'all' },
      })
      const edits = await measureEdits(served, one, () => arrival === null)
      await sending
      const [told, again] = [await arriving, await clients.tell({ order: 'recount', text })]
      if (!('lastAt' in told) || !('twice' in again)) throw new Error('the sockets are confused')
      const { lastAt, arrived } = told
      const deliveredMs = lastAt === null ? null : lastAt - start
      return { ...edits, deliveredMs, arrived, twice: again.twice }
    } finally {
      clients.end()
    }
  })

export const noticeFigures = async (isSmall: boolean): Promise<NoticeFigures> => {
  const sizes = isSmall ? SMALL : FULL
  const dir = await mkdtemp(join(tmpdir(), 'tenderbook-notices-'))
  try {
    const dataDir = join(dir, 'data')
    const tokens = await buildNoticeWorld(dataDir, sizes)
    const quiet = await editsOn(dataDir, sizes.edits)
    const message = await messageFigures(dataDir, tokens)
    const rows = await countMessages(dataDir)
    await addNotices(dataDir, 'history', sizes.events)
    const history = await editsOn(dataDir, sizes.edits)
    await addNotices(dataDir, 'backlog', sizes.events)
    const backlog = await backlogFigures(dataDir)
    const isReached =
      message.deliveredMs !== null &&
      message.deliveredMs < AIM_MS &&
      message.twice === 0 &&
      rows === tokens.length
    return {
      ...{ sizes, quiet, history, backlog },
      message: { ...message, rows, isReached },
    }
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

const line = (name: string, { edits, cpuMs, p50Ms, p95Ms }: EditFigures): string =>
  `${name.padEnd(8)} ${String(edits).padStart(6)} edits, ${cpuMs.toFixed(2)} ms of processor time each, p50 ${p50Ms.toFixed(1)} ms, p95 ${p95Ms.toFixed(1)} ms`

export const printNotices = ({ sizes, quiet, history, backlog, message }: NoticeFigures): void => {
  const { vendors, contacts, events } = sizes
  process.stdout.write(
    [
      `${events} events; ${vendors} vendors with ${contacts} contacts each`,
      line('quiet', quiet),
      line('history', history),
      line('backlog', backlog),
      `  no event waits after ${backlog.drainedMs.toFixed(0)} ms`,
      line('message', message),
      `  ${message.arrived} sockets have it after ${message.deliveredMs ?? '–'} ms, ${message.twice} twice, ${message.rows} rows; aim below ${AIM_MS} ms: ${message.isReached ? 'reached' : 'missed'}`,
      '',
    ].join('\n'),
  )
}
