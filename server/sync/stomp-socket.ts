import { FrameImpl, Parser } from '@stomp/stompjs'
import type { WebSocket } from '@fastify/websocket'
import * as v from 'valibot'
import { PushRequest } from '#schema/api/sync.ts'
import { Refusal } from '#schema/refusal.ts'
import { type LiveSession, requireSession } from '../database/sessions/require-session.ts'
import { type Log, requestFields } from '../log.ts'
import { isTooDeep } from '../security/json-depth.ts'
import type { Services } from '../services.ts'
import { push } from './push.ts'

const TOPICS = { change: '/user/sync/change', item: '/user/notification/item' } as const
/** Time from the upgrade to CONNECT, which a client sends as soon as the socket is open. */
const CONNECT_MS = 1_000
/** Time from the upgrade to CONNECTED, including the lookup of the token. */
const SIGN_IN_MS = 5_000
/** Time for a client to answer a close. */
const LEAVE_MS = 500
const HEARTBEAT_MS = 10_000
/** setInterval overflows beyond 25 days and then fires every millisecond. */
const SLOWEST_HEARTBEAT_MS = 600_000
/** Unsent bytes above which a slow reader gets pokes instead of rows. */
const BACKLOG_BYTES = 262_144
/** Unsent bytes above which the connection is ended. */
const BACKLOG_END_BYTES = 4 * BACKLOG_BYTES
/** Limit for the bytes of an incomplete frame. */
const FRAME_BYTES = 65_536
const MOST_SUBSCRIPTIONS = 10

const PUSH = '/sync/push'

type Frame = Pick<FrameImpl, 'command' | 'headers' | 'body'>
type FrameHandler = (frame: Frame) => Promise<void> | void

/**
 * Serves one STOMP 1.2 connection: CONNECT with the token, SUBSCRIBE to the two topics, SEND
 * /nsws/start and /nsws/stop to resume and pause (with the header `seen`: `true` while the person
 * looks at the application, who then gets no pushes), SEND /sync/push with a small PushRequest. A
 * receipt with the header `refused` means that no edit was processed; POST /api/sync/push tells the
 * reason.
 * @param request the one that opened the socket, which every line of the log names
 */
export const serveStomp = (
  socket: WebSocket,
  services: Services,
  request: Parameters<typeof requestFields>[0],
): void => {
  const names = requestFields(request)
  const log: Log = {
    info: (entry) => services.log.info({ ...names, ...entry }),
    error: (event, error, fields) => services.log.error(event, error, { ...names, ...fields }),
  }
  new StompConnection(socket, { ...services, log }).open()
}

const pushRequestOf = (body: string): PushRequest | null => {
  if (isTooDeep(body)) return null
  try {
    const parsed = v.safeParse(PushRequest, JSON.parse(body))
    return parsed.success ? parsed.output : null
  } catch {
    return null
  }
}

class StompConnection {
  readonly #socket: WebSocket
  readonly #services: Services
  /** subscription id → topic */
  readonly #subscriptions = new Map<string, string>()
  readonly #timers: NodeJS.Timeout[] = []
  readonly #commands: Readonly<Record<string, FrameHandler>> = {
    CONNECT: (frame) => this.#connect(frame),
    STOMP: (frame) => this.#connect(frame),
    SUBSCRIBE: (frame) => this.#subscribe(frame),
    UNSUBSCRIBE: ({ headers }) => void this.#subscriptions.delete(headers['id'] ?? ''),
    SEND: (frame) => this.#receive(frame),
    DISCONNECT: () => this.#socket.close(1000),
  }
  #leaveHub: (() => void) | null = null
  #session: LiveSession | null = null
  #hasConnected = false
  #isPaused = false
  #messageId = 0
  #heardAt = 0
  #pendingBytes = 0

  constructor(socket: WebSocket, services: Services) {
    this.#socket = socket
    this.#services = services
  }

  open(): void {
    const parser = new Parser(
      (raw) => this.#handle(FrameImpl.fromRawFrame(raw, true)),
      () => {
        this.#pendingBytes = 0
      },
    )
    this.#timers.push(
      // After a pause of the process the CONNECT frame may be waiting unread; setImmediate lets it
      // be read first.
      setTimeout(() => setImmediate(() => this.#requireConnect()), CONNECT_MS),
      setTimeout(() => {
        if (this.#leaveHub === null) this.#fail('NO_CREDENTIALS')
      }, SIGN_IN_MS),
    )
    this.#socket.on('message', (data: Buffer) => this.#read(parser, data))
    this.#socket.on('error', () => this.#socket.terminate())
    this.#socket.on('close', () => this.#leave())
  }

  #requireConnect(): void {
    if (!this.#hasConnected) this.#fail('NO_CREDENTIALS')
  }

  #read(parser: Parser, data: Buffer): void {
    this.#heardAt = this.#services.clock()
    this.#pendingBytes += data.length
    if (this.#pendingBytes > FRAME_BYTES) return this.#fail('Frame too large')
    try {
      parser.parseChunk(data.toString('utf8'))
    } catch (error) {
      this.#services.log.error('socket.frame', error)
      this.#fail('Unreadable frame')
    }
  }

  #handle(frame: Frame): void {
    this.#pendingBytes = 0
    // Without hasOwn a frame named `constructor` would find Object's own property.
    const run = Object.hasOwn(this.#commands, frame.command)
      ? this.#commands[frame.command]
      : undefined
    if (run === undefined) return this.#fail('Unknown command')
    this.#run(run, frame).catch((error: unknown) => {
      if (!(error instanceof Refusal)) this.#services.log.error('socket.failed', error)
      this.#fail(error instanceof Refusal ? error.code : 'INTERNAL')
    })
  }

  /** Every handler runs asynchronously, because the parser swallows exceptions. */
  async #run(handler: FrameHandler, frame: Frame): Promise<void> {
    const isPush = frame.command === 'SEND' && frame.headers['destination'] === PUSH
    if (isPush)
      return this.#acknowledge(frame, (await this.#push(frame)) ? {} : { refused: 'true' })
    await handler(frame)
    this.#acknowledge(frame)
  }

  /**
   * @returns false if no edit was processed. An edit sent again after it was processed is
   * recognized by its number.
   */
  async #push({ body }: Frame): Promise<boolean> {
    const { commands, meta, log } = this.#services
    if (this.#session === null) throw new Refusal('NO_CREDENTIALS')
    const { sessionId, userId } = this.#session
    const request = pushRequestOf(body)
    if (request === null) return false
    try {
      await push(
        {
          services: commands,
          serverId: meta.serverId,
          userId,
          sessionId,
          onError: (error) => log.error('push.failed', error),
        },
        request,
      )
      return true
    } catch (error) {
      if (!(error instanceof Refusal)) log.error('push.failed', error)
      return false
    }
  }

  async #connect({ headers }: Frame): Promise<void> {
    const token = headers['X-Auth-Token'] ?? headers['x-auth-token'] ?? ''
    if (token === '') throw new Refusal('NO_CREDENTIALS')
    if (this.#hasConnected) return this.#fail('Already connected')
    this.#hasConnected = true
    const session = await requireSession(this.#services.database, token, this.#services.clock())
    // The client may have disconnected while its token was looked up.
    if (!this.#isOpen()) return
    const { hub, socketLimits } = this.#services
    const { ofSession, ofPerson } = hub.countOf(session)
    const { perSession, perPerson } = socketLimits
    const isFull = ofSession >= perSession || ofPerson >= perPerson
    if (isFull) return this.#fail('TOO_MANY_REQUESTS')
    this.#session = session
    this.#leaveHub = hub.subscribe({
      ...session,
      send: (text, poke) => this.#deliver(TOPICS.change, text, poke),
      sendItem: (text) => this.#deliver(TOPICS.item, text, text),
      end: () => this.#fail('WRONG_TOKEN'),
    })
    this.#send('CONNECTED', {
      version: '1.2',
      'heart-beat': `${HEARTBEAT_MS},${HEARTBEAT_MS}`,
      server: 'tenderbook',
    })
    this.#startHeartbeats(headers['heart-beat'] ?? '0,0')
  }

  /** When the network is gone the socket gets no close event; only missing heartbeats show it. */
  #startHeartbeats(asked: string): void {
    const [canSend = 0, wants = 0] = asked.split(',').map(Number)
    if (wants > 0)
      this.#timers.push(
        setInterval(
          () => {
            if (this.#isOpen()) this.#socket.send('\n')
          },
          Math.min(Math.max(wants, HEARTBEAT_MS), SLOWEST_HEARTBEAT_MS),
        ),
      )
    if (canSend <= 0) return
    const longestSilenceMs = 3 * Math.max(canSend, HEARTBEAT_MS)
    this.#timers.push(
      setInterval(() => {
        if (this.#services.clock() - this.#heardAt > longestSilenceMs) this.#socket.terminate()
      }, HEARTBEAT_MS),
    )
  }

  #subscribe({ headers: { id, destination } }: Frame): void {
    if (this.#leaveHub === null) throw new Refusal('NO_CREDENTIALS')
    if (id === undefined || !Object.values<string | undefined>(TOPICS).includes(destination))
      return this.#fail('Unknown destination')
    if (this.#subscriptions.size >= MOST_SUBSCRIPTIONS) return this.#fail('Too many subscriptions')
    this.#subscriptions.set(id, String(destination))
  }

  #receive({ headers: { destination, seen } }: Frame): void {
    if (this.#session === null) throw new Refusal('NO_CREDENTIALS')
    if (destination !== '/nsws/start' && destination !== '/nsws/stop')
      return this.#fail('Unknown destination')
    this.#isPaused = destination === '/nsws/stop'
    this.#services.lookers.set(this, this.#session.userId, seen === 'true' && !this.#isPaused)
  }

  #deliver(topic: string, text: string, poke: string): void {
    if (this.#isPaused || !this.#isOpen()) return
    if (this.#socket.bufferedAmount > BACKLOG_END_BYTES) return this.#socket.terminate()
    const body = this.#socket.bufferedAmount > BACKLOG_BYTES ? poke : text
    for (const [subscription, destination] of this.#subscriptions) {
      if (destination !== topic) continue
      this.#messageId += 1
      this.#send(
        'MESSAGE',
        {
          subscription,
          destination,
          'message-id': String(this.#messageId),
          'content-type': 'application/json',
        },
        body,
      )
    }
  }

  #acknowledge({ headers: { receipt } }: Frame, more: Record<string, string> = {}): void {
    if (receipt !== undefined && this.#isOpen())
      this.#send('RECEIPT', { 'receipt-id': receipt, ...more })
  }

  #send(command: string, headers: Record<string, string>, body = ''): void {
    this.#socket.send(
      FrameImpl.marshall({ command, headers, body, escapeHeaderValues: command !== 'CONNECTED' }),
    )
  }

  #fail(message: string): void {
    if (!this.#isOpen()) return
    this.#send('ERROR', { message, 'content-type': 'text/plain' }, message)
    this.#socket.close(1008, message)
    // A client that does not answer the close would stay connected for half a minute.
    this.#timers.push(setTimeout(() => this.#socket.terminate(), LEAVE_MS))
  }

  #isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN
  }

  #leave(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#leaveHub?.()
    if (this.#session !== null) this.#services.lookers.set(this, this.#session.userId, false)
  }
}
