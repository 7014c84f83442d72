import { rowsAsked, startedAt } from './page-start.ts'
import './trusted-types.ts'
import { Dexie, type Table } from 'dexie'

/** The bare way to do the same in the same browser; every figure of the bench is divided by it. */
interface BaseRow {
  id: string
  entity: string
  text?: string
}
class BareDatabase extends Dexie {
  declare rows: Table<BaseRow, string>
  constructor(durability: 'strict' | 'relaxed') {
    super('bare', { chromeTransactionDurability: durability })
    this.version(1).stores({ rows: 'id, entity, [entity+requirementId]' })
  }
}
const relaxed = new BareDatabase('relaxed')
const strict = new BareDatabase('strict')
let socket: WebSocket | undefined
const heard: number[] = []
let tell = (): void => undefined

const baseline = {
  /** ms to fetch the rows as one gzip'd JSON and store them with one bulkPut. */
  async firstSync(): Promise<number> {
    await relaxed.open()
    await relaxed.rows.clear()
    const start = performance.now()
    const rows = (await (await fetch('/rows.json', { cache: 'no-store' })).json()) as BaseRow[]
    await relaxed.rows.bulkPut(rows)
    await relaxed.rows.where('entity').equals('commitment').first()
    return performance.now() - start
  },
  /** ms of each of `count` strict puts of a row. */
  async puts(count: number): Promise<number[]> {
    await strict.open()
    const rows = await strict.rows.where('entity').equals('commitment').limit(count).toArray()
    const times: number[] = []
    for (const [n, row] of rows.entries()) {
      const start = performance.now()
      await strict.rows.put({ ...row, text: `edit ${n}` })
      times.push(performance.now() - start)
      // Edits come at intervals, as a person edits one cell after another.
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    return times
  },
  /** ms from opening the database until the first k rows are drawn. */
  async warmStart(k: number): Promise<number> {
    const start = performance.now()
    const rows = await relaxed.rows
      .where('[entity+requirementId]')
      .between(['commitment', ''], ['commitment', '\uffff'])
      .limit(k)
      .toArray()
    const items = rows.map((row) => {
      const item = document.createElement('li')
      item.textContent = `${row.id} ${JSON.stringify(row).length}`
      return item
    })
    document.querySelector('#rows')?.replaceChildren(...items)
    await new Promise((resolve) => requestAnimationFrame(() => resolve(null)))
    return performance.now() - start
  },
  async link(): Promise<void> {
    const url = new URL('/relay', location.href)
    url.protocol = 'ws:'
    const opened = new WebSocket(url)
    opened.onmessage = (event: MessageEvent<string>) => {
      for (const _row of event.data.split('\n'))
        heard.push(performance.timeOrigin + performance.now())
      tell()
    }
    socket = opened
    await new Promise((resolve) => {
      opened.onopen = resolve
    })
  },
  /** Arrival times (wall clock) of `count` messages since the last call. */
  async received(count: number): Promise<number[]> {
    while (heard.length < count)
      await new Promise<void>((resolve) => {
        tell = resolve
      })
    return heard.splice(0)
  },
  /** Send times (wall clock) of each row. */
  async send(count: number, gapMs: number): Promise<number[]> {
    const at: number[] = []
    const rows = await relaxed.rows.where('entity').equals('commitment').limit(count).toArray()
    for (const row of rows) {
      at.push(performance.timeOrigin + performance.now())
      socket?.send(JSON.stringify(row))
      await new Promise((resolve) => setTimeout(resolve, gapMs))
    }
    return at
  },
  /**
   * Wall-clock time at which a thousand rows began to leave, in one request that the server stores
   * in one transaction.
   */
  async sendAll(count: number): Promise<number> {
    const rows = await relaxed.rows.where('entity').equals('commitment').limit(count).toArray()
    const body = rows.map((row) => JSON.stringify(row)).join('\n')
    const at = performance.timeOrigin + performance.now()
    await fetch('/store', { method: 'POST', body })
    return at
  },
}

export type Baseline = typeof baseline
declare global {
  interface Window {
    baseline: Baseline
  }
}
window.baseline = baseline
if (rowsAsked.count > 0)
  void baseline.warmStart(rowsAsked.count).then(() => {
    window.drawnAfter = performance.now() - startedAt
  })
