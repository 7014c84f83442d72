import { randomUUID } from 'node:crypto'
import { API } from '#schema/api/index.ts'
import { type ApiClient, signInApi } from '../../support/api-client.ts'
import { spawnRoomy } from '../scale/socket-process.ts'
import type { NoticeAnswer, NoticeOrder } from './notice-clients.ts'
import { type EditFigures, editorOn, measureEdits, warm, withServer } from './notice-edits.ts'
import type { Store } from './notice-store.ts'
import { countOf, PASSWORD, PROJECT_ID, TENDER_ID, TENDER_NAME } from './notice-world.ts'

export interface ArrivalFigures extends EditFigures {
  /** ms from the call until the last socket had the notification; null = some never had it. */
  deliveredMs: number | null
  arrived: number
  twice: number
  /** Number of people who have the notification. */
  rows: number
}

/** What the owner does, and the text that tells the receivers of it. */
interface Step {
  kind: 'message.vendors' | 'project.published'
  text: string
  call: (owner: ApiClient) => Promise<unknown>
}
export const aMessage = (): Step => {
  const text = `To all ${randomUUID()}`
  return {
    kind: 'message.vendors',
    text,
    call: (owner) =>
      owner.call(API.notifications.send, {
        params: { id: PROJECT_ID },
        body: { text, vendors: 'all' },
      }),
  }
}
export const PUBLICATION: Step = {
  kind: 'project.published',
  text: `${TENDER_NAME} is published`,
  call: (owner) =>
    owner.call(API.stateTransitions.moveToPublished, { params: { id: TENDER_ID }, body: {} }),
}

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

/** The owner acts while one contact edits in another project and all are connected. */
export const arrivalFigures = async (
  store: Store,
  tokens: readonly string[],
  { kind, text, call }: Step,
): Promise<ArrivalFigures> => {
  const figures = await withServer(store, async (served) => {
    const one = await editorOn(served)
    const owner = await signInApi(served.url, 'bench-owner', PASSWORD)
    const clients = startClients()
    try {
      await clients.tell({ order: 'open', url: served.url, tokens })
      await warm(one)
      let arrival: Told | null = null
      const arriving = clients.tell({ order: 'wait', text }).then((told) => (arrival = told))
      const start = Date.now()
      const acting = call(owner)
      const edits = await measureEdits(served, one, () => arrival === null)
      await acting
      const [told, again] = [await arriving, await clients.tell({ order: 'recount', text })]
      if (!('lastAt' in told) || !('twice' in again)) throw new Error('the sockets are confused')
      const { lastAt, arrived } = told
      const deliveredMs = lastAt === null ? null : lastAt - start
      return { ...edits, deliveredMs, arrived, twice: again.twice }
    } finally {
      clients.end()
    }
  })
  return { ...figures, rows: await countOf(store, kind) }
}
