// The panels' sockets run in their own process, so that the server's processor time is its own.
import { setTimeout as delay } from 'node:timers/promises'
import { listenLive, type LiveClient } from '../../support/live-client.ts'

export type NoticeOrder =
  | { order: 'open'; url: string; tokens: readonly string[] }
  /** Waits until every socket has a notification with this text. */
  | { order: 'wait'; text: string }
  /** Counts the sockets that have it twice, a few seconds later. */
  | { order: 'recount'; text: string }
export type NoticeAnswer =
  | { opened: number }
  /** `lastAt`: time in ms when the last socket had it; null if some have not within a minute. */
  | { lastAt: number | null; arrived: number }
  | { twice: number }
  | { failed: string }

const OPENING = 50
const WAIT_MS = 60_000
const LOOK_MS = 10
/** A second copy would arrive shortly after the first. */
const SETTLE_MS = 3_000
const clients: LiveClient[] = []

const open = async (url: string, tokens: readonly string[]): Promise<NoticeAnswer> => {
  for (let from = 0; from < tokens.length; from += OPENING)
    clients.push(
      ...(await Promise.all(
        tokens.slice(from, from + OPENING).map((token) => listenLive(url, token)),
      )),
    )
  return { opened: clients.length }
}

const timesIn = ({ items }: LiveClient, text: string): number =>
  items.filter((item) => item.includes(text)).length

const wait = async (text: string): Promise<NoticeAnswer> => {
  const until = Date.now() + WAIT_MS
  let missing = clients
  let lastAt: number | null = null
  while (missing.length > 0 && Date.now() < until) {
    await delay(LOOK_MS)
    missing = missing.filter((client) => timesIn(client, text) === 0)
    if (missing.length === 0) lastAt = Date.now()
  }
  return { lastAt, arrived: clients.length - missing.length }
}

const recount = async (text: string): Promise<NoticeAnswer> => {
  await delay(SETTLE_MS)
  return { twice: clients.filter((client) => timesIn(client, text) > 1).length }
}

const answerTo = (order: NoticeOrder): Promise<NoticeAnswer> => {
  switch (order.order) {
    case 'open':
      return open(order.url, order.tokens)
    case 'wait':
      return wait(order.text)
    case 'recount':
      return recount(order.text)
  }
}

process.on('message', (order: NoticeOrder) => {
  answerTo(order)
    .catch((error: unknown): NoticeAnswer => ({ failed: String(error) }))
    .then((told) => process.send?.(told))
    .catch(() => process.exit(1))
})
process.on('disconnect', () => process.exit(0))
