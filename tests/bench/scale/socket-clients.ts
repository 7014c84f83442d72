// The clients of many live sockets run in their own process, so that memory and processor time of
// the server are its own.
import { randomUUID } from 'node:crypto'
import { WebSocket } from 'ws'
import { SYNC_PROTOCOL } from '#schema/api/sync.ts'
import { type Answer, answerEdit } from './answers.ts'

export type SocketOrder =
  /** Opens sockets until there is one for each token; `kind: relay` opens bare ones. */
  | { order: 'open'; url: string; tokens: readonly string[]; kind: 'stomp' | 'relay' }
  /** Makes one edit after another; each must reach every socket, with the row. */
  | {
      order: 'edit'
      url: string
      serverId: string
      token: string
      answers: readonly Answer[]
      /** The text of each edit; unique ones if absent. */
      words?: readonly string[]
    }
  /** Waits until every socket has a message with each of the words, which another process writes. */
  | { order: 'listen'; words: readonly string[] }
  | { order: 'relay'; url: string; bodies: readonly string[] }
export type SocketAnswer =
  | { opened: number }
  /** `leftAt`: when each edit was sent, in ms since 1970. */
  | { arrivedMs: number[]; missing: number; body: string; leftAt: number[] }
  /** The arrivals of each word, in ms since 1970. */
  | { seenAt: number[][]; missing: number }
  | { failed: string }

/**
 * Limits: sockets being opened at the same time, and sockets per address, which has some 28,000
 * ports.
 */
const OPENING = 100
const PER_ADDRESS = 5_000
const HEARTBEAT_MS = 10_000
const WAIT_MS = 60_000

const frame = (command: string, headers: Record<string, string>): string =>
  `${command}\n${Object.entries(headers)
    .map(([key, value]) => `${key}:${value}\n`)
    .join('')}\n\0`
const sockets: WebSocket[] = []
let hear: (text: string, socket: number) => void = () => undefined

const openOne = (url: string, token: string, kind: 'stomp' | 'relay'): Promise<void> =>
  new Promise((resolve, reject) => {
    const number = sockets.length
    const path = kind === 'stomp' ? '/api/notification-service/notification' : '/relay'
    const socket = new WebSocket(
      `${url.replace('http', 'ws')}${path}`,
      kind === 'stomp' ? ['v12.stomp'] : [],
      {
        origin: url,
        localAddress: `127.0.0.${2 + Math.floor(number / PER_ADDRESS)}`,
        perMessageDeflate: false,
      },
    )
    sockets.push(socket)
    socket.on('error', reject)
    socket.on('close', (code) => reject(new Error(`the server closed a socket: ${code}`)))
    if (kind === 'relay') socket.once('open', () => resolve())
    else
      socket.once('open', () =>
        socket.send(
          frame('CONNECT', {
            'accept-version': '1.2',
            'X-Auth-Token': token,
            'heart-beat': `${HEARTBEAT_MS},${HEARTBEAT_MS}`,
          }),
        ),
      )
    socket.on('message', (data: Buffer) => {
      const text = data.toString()
      if (text.startsWith('CONNECTED')) {
        socket.send(
          frame('SUBSCRIBE', { id: 'change', destination: '/user/sync/change', receipt: 'ready' }),
        )
        setInterval(() => {
          if (socket.readyState === socket.OPEN) socket.send('\n')
        }, HEARTBEAT_MS).unref()
      } else if (text.startsWith('RECEIPT')) resolve()
      else if (text.startsWith('ERROR')) reject(new Error(text))
      else hear(text, number)
    })
  })

const open = async ({
  url,
  tokens,
  kind,
}: Extract<SocketOrder, { order: 'open' }>): Promise<SocketAnswer> => {
  for (let from = sockets.length; from < tokens.length; from = sockets.length) {
    await Promise.all(tokens.slice(from, from + OPENING).map((token) => openOne(url, token, kind)))
  }
  return { opened: sockets.length }
}

/** ms from `leave` until each socket has a message that contains the word, for each word. */
const measure = async (
  words: readonly string[],
  leave: (word: string, index: number) => Promise<unknown>,
): Promise<SocketAnswer> => {
  const arrivedMs: number[] = []
  const leftAt: number[] = []
  let missing = 0
  let body = ''
  for (const [index, word] of words.entries()) {
    const waiting = new Set(sockets.keys())
    const start = performance.now()
    leftAt.push(performance.timeOrigin + start)
    const all = new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, WAIT_MS)
      hear = (text, socket) => {
        if (!text.includes(word) || !waiting.delete(socket)) return
        body = text
        arrivedMs.push(performance.now() - start)
        if (waiting.size > 0) return
        clearTimeout(timer)
        resolve()
      }
    })
    await leave(word, index)
    await all
    missing += waiting.size
  }
  return { arrivedMs, missing, body, leftAt }
}

const clientId = randomUUID()
let mid = 0
const edit = ({
  url,
  serverId,
  token,
  answers,
  words = answers.map(() => `word-${randomUUID()}`),
}: Extract<SocketOrder, { order: 'edit' }>): Promise<SocketAnswer> =>
  measure(words, async (word, index) => {
    const answer = answers[index]
    if (answer === undefined) return
    mid += 1
    const body = JSON.stringify({
      serverId,
      clientId,
      schemaVersion: SYNC_PROTOCOL,
      mutations: [answerEdit(mid, answer, word)],
    })
    const reply = await fetch(`${url}/api/sync/push`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Auth-Token': token },
      body,
    })
    if (!reply.ok) throw new Error(`push answered ${reply.status}: ${await reply.text()}`)
  })

const listen = ({ words }: Extract<SocketOrder, { order: 'listen' }>): Promise<SocketAnswer> =>
  new Promise((resolve) => {
    const waiting = words.map(() => new Set(sockets.keys()))
    const seenAt: number[][] = words.map(() => [])
    let left = words.length * sockets.length
    const end = (): void => resolve({ seenAt, missing: left })
    let timer = setTimeout(end, 2 * WAIT_MS)
    hear = (text, socket) => {
      const now = performance.timeOrigin + performance.now()
      // A server that hears of several commits at once sends their rows in one message.
      for (const [index, word] of words.entries()) {
        if (!text.includes(word) || waiting[index]?.delete(socket) !== true) continue
        seenAt[index]?.push(now)
        left -= 1
      }
      clearTimeout(timer)
      if (left === 0) end()
      else timer = setTimeout(end, WAIT_MS)
    }
  })

/** The sender is one more socket, which does not receive its own messages. */
const relay = async ({
  url,
  bodies,
}: Extract<SocketOrder, { order: 'relay' }>): Promise<SocketAnswer> => {
  const sender = new WebSocket(`${url.replace('http', 'ws')}/relay`)
  await new Promise((resolve, reject) => sender.once('open', resolve).once('error', reject))
  const measured = await measure(
    bodies,
    (word) =>
      new Promise((resolve) => {
        sender.send(word, resolve)
      }),
  )
  sender.terminate()
  return measured
}

const answerTo = (order: SocketOrder): Promise<SocketAnswer> => {
  switch (order.order) {
    case 'open':
      return open(order)
    case 'edit':
      return edit(order)
    case 'listen':
      return listen(order)
    case 'relay':
      return relay(order)
  }
}

process.on('message', (order: SocketOrder) => {
  answerTo(order)
    .catch((error: unknown): SocketAnswer => ({ failed: String(error) }))
    .then((answer) => process.send?.(answer))
    .catch(() => process.exit(1))
})
process.on('disconnect', () => process.exit(0))
