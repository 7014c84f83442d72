import type { PushMutation, PushReply, PushRequest } from '#schema/api/sync.ts'
import { SYNC_PROTOCOL } from '#schema/api/sync.ts'
import { Refusal } from '#schema/refusal.ts'
import { nextTurn } from '../database/in-turns.ts'
import { isPassing } from '../database/passing-error.ts'
import type { PushContext } from './push-context.ts'
import { pushSubmit } from './push-submit.ts'
import { pushOneByOne, refuseUnread, pushTogether } from './push-edits.ts'

/** The server accepts its own protocol version and the two before it. */
export const requireKnownProtocol = (schemaVersion: number): void => {
  if (schemaVersion > SYNC_PROTOCOL || schemaVersion < SYNC_PROTOCOL - 2)
    throw new Refusal('UPDATE_NEEDED')
}

/**
 * Processes a device's edits in order. Effects, verdicts and the number of the last edit of one
 * part are committed in one transaction. Edits already processed are skipped. The device receives
 * the verdicts with its next pull.
 */
export const push = async (context: PushContext, request: PushRequest): Promise<PushReply> => {
  requireKnownProtocol(request.schemaVersion)
  // Edit numbers from before a restore of the database mean nothing here; the next pull tells the
  // device to start over.
  if (request.serverId !== context.serverId)
    throw new Refusal('SYNC_GAP', { detail: { lastMid: 0 } })
  let reply: PushReply = { lastMid: 0 }
  const { betweenParts = nextTurn } = context
  for (const [at, part] of partsOf(request.mutations).entries()) {
    if (at > 0) await betweenParts()
    reply = await pushPart(context, request, part)
  }
  return reply
}

/** Rows of one part: tens of milliseconds, after which waiting edits of other people run. */
const PART_ROWS = 100

/** The number of rows that an edit names, at least 1. */
const weightOf = ({ args }: PushMutation): number => {
  if (typeof args !== 'object' || args === null) return 1
  const lists = Object.values(args).filter((value) => Array.isArray(value))
  return Math.max(1, ...lists.map((list) => list.length))
}

/**
 * Splits a push so that no part keeps other people waiting, and so that each submit is a part of
 * its own: its answers are checked outside a transaction, after all edits before it are committed.
 */
const partsOf = (mutations: readonly PushMutation[]): PushMutation[][] => {
  const parts: PushMutation[][] = []
  let rows = 0
  for (const mutation of mutations) {
    const last = parts.at(-1)
    const weight = weightOf(mutation)
    rows += weight
    if (last !== undefined && rows <= PART_ROWS && !isSubmit(mutation) && !isSubmit(last[0])) {
      last.push(mutation)
    } else {
      parts.push([mutation])
      rows = weight
    }
  }
  // An empty push still returns the number of the last processed edit.
  return parts.length === 0 ? [[]] : parts
}

const isSubmit = (mutation: PushMutation | undefined): mutation is PushMutation =>
  mutation?.command === 'commitments.submit'

const pushPart = async (
  context: PushContext,
  request: PushRequest,
  part: readonly PushMutation[],
): Promise<PushReply> => {
  const [first] = part
  try {
    return isSubmit(first)
      ? await pushSubmit(context, request, first)
      : await pushTogether(context, request, part)
  } catch (error) {
    if (error instanceof Refusal || isPassing(error)) throw error
    context.onError(error)
    return isSubmit(first)
      ? await refuseUnread(context, request, first)
      : await pushOneByOne(context, request, part)
  }
}
