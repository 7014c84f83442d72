import * as v from 'valibot'
import type {
  FieldConflict,
  MutationResult,
  PushMutation,
  PushReply,
  PushRequest,
} from '#schema/api/sync.ts'
import { SYNC_PROTOCOL } from '#schema/api/sync.ts'
import type { Entity } from '#schema/entities/rows.ts'
import { isCommand } from '#schema/mutations/index.ts'
import { COMMAND_INPUTS } from '#schema/mutations/inputs.ts'
import type { ProjectActor } from '#schema/mutations/mutation.ts'
import { Refusal } from '#schema/refusal.ts'
import { partResult } from '#schema/rules/answers/left-rows.ts'
import type { MessageCode } from '#schema/tables/messages.ts'
import {
  type CommandServices,
  parseCommand,
  requireActor,
  runCommand,
} from '../commands/execute.ts'
import { wantedRows } from '../commands/prefetch.ts'
import {
  closeUnit,
  type ProjectCommit,
  type ProjectUnit,
  tryOpenUnit,
} from '../commands/project-unit.ts'
import { leftRows, submitAnswers, type Submitter } from '../commands/submit-answers.ts'
import type { Queries } from '../database/database.ts'
import { errorCode, isPassing } from '../database/passing-error.ts'
import { isSessionOpen } from '../database/sessions/sessions.ts'
import { findTheirs } from './find-theirs.ts'
import { readLastMid, saveResults } from './sync-client.ts'

/** The server understands the two versions before its own. */
export const requireKnownProtocol = (schemaVersion: number): void => {
  if (schemaVersion > SYNC_PROTOCOL || schemaVersion < SYNC_PROTOCOL - 2)
    throw new Refusal('UPDATE_NEEDED')
}

export interface PushContext {
  services: CommandServices
  serverId: string
  userId: number
  onError: (error: unknown) => void
  /** Of a connection that outlives the token it began with: the session is looked up in the transaction itself, whichever process ended it. */
  sessionId?: string
}

/**
 * Takes a device's edits in order, all in one transaction: effects, verdicts and the number of the last edit become durable together. What was
 * seen before is skipped. Verdicts travel with the pull.
 */
export const push = async (context: PushContext, request: PushRequest): Promise<PushReply> => {
  requireKnownProtocol(request.schemaVersion)
  // Numbers given by a database that was since restored mean nothing here; the next pull tells the device to start over.
  if (request.serverId !== context.serverId)
    throw new Refusal('SYNC_GAP', { detail: { lastMid: 0 } })
  let reply: PushReply = { lastMid: 0 }
  for (const part of partsOf(request.mutations)) reply = await pushPart(context, request, part)
  return reply
}

/** A submit stands alone: its answers are checked before it is taken, when all edits before it are there. */
const partsOf = (mutations: readonly PushMutation[]): PushMutation[][] => {
  const parts: PushMutation[][] = []
  for (const mutation of mutations) {
    const last = parts.at(-1)
    if (last === undefined || isSubmit(mutation) || isSubmit(last[0])) parts.push([mutation])
    else last.push(mutation)
  }
  // A push of nothing still says how far the device has come.
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

/**
 * Submits in several transactions and writes the verdict with the last. Until then the edit counts as not taken: sent
 * again after a crash, it finds what was submitted and goes on.
 */
const pushSubmit = async (
  context: PushContext,
  request: PushRequest,
  mutation: PushMutation,
): Promise<PushReply> => {
  const { services, userId } = context
  let taken: number | null = null
  const begin = async (tx: Queries): Promise<boolean> => {
    const last = await lockClient(tx, context, request)
    if (mutation.mid > last) requireUnbroken([mutation], last)
    else taken = last
    return mutation.mid > last
  }
  const result = await judgeSubmit(context, mutation, { userId, begin })
  if (taken !== null) return { lastMid: taken }
  return await services.database.write(async (tx) => {
    if (!(await begin(tx))) return { lastMid: taken ?? mutation.mid }
    const conflicts = await findTheirs(tx, projectIdOf(mutation), result.conflicts)
    await saveResults(tx, {
      client: request,
      mutations: [mutation],
      results: [{ ...result, conflicts }],
      lastMid: mutation.mid,
      now: services.clock(),
    })
    return { lastMid: mutation.mid }
  })
}

const judgeSubmit = async (
  { services, onError }: PushContext,
  mutation: PushMutation,
  submitter: Required<Submitter>,
): Promise<MutationResult> => {
  const verdict = verdictOn(mutation, services.clock)
  try {
    // Before anything else: of what was taken before, nothing is looked at again.
    if (!(await services.database.write(submitter.begin))) return verdict('applied')
    const args = parseCommand('commitments.submit', mutation.args)
    const conflicts = leftRows(args.vendorId, await submitAnswers(services, submitter, args))
    return conflicts.length === 0 ? verdict('applied') : inPart(verdict, mutation, conflicts)
  } catch (error) {
    if (OF_THE_DEVICE.some((code) => error instanceof Refusal && error.code === code)) throw error
    return refused(verdict, error, onError)
  }
}
/** These refuse the push, not the edit. */
const OF_THE_DEVICE: readonly MessageCode[] = [
  'SYNC_GAP',
  'CLIENT_FOREIGN',
  'OTHER_ORGANIZATION',
  'WRONG_TOKEN',
]

/** Something that no rule foresaw broke the common transaction: alone, each edit can break only itself, and then it is refused for good. */
const pushOneByOne = async (
  context: PushContext,
  request: PushRequest,
  mutations: readonly PushMutation[],
): Promise<PushReply> => {
  let reply: PushReply = { lastMid: 0 }
  for (const mutation of mutations) {
    try {
      reply = await pushTogether(context, request, [mutation])
    } catch (error) {
      if (error instanceof Refusal || isPassing(error)) throw error
      reply = await refuseUnread(context, request, mutation)
    }
  }
  return reply
}

/** The verdict on an edit that the database cannot take, whatever is tried. */
const refuseUnread = (
  context: PushContext,
  request: PushRequest,
  mutation: PushMutation,
): Promise<PushReply> =>
  context.services.database.write(async (tx) => {
    const { services } = context
    const last = await lockClient(tx, context, request)
    if (mutation.mid <= last) return { lastMid: last }
    const result: MutationResult = {
      mid: mutation.mid,
      status: 'refused',
      reason: 'INTERNAL',
      detail: {},
      conflicts: [],
      at: services.clock(),
    }
    await saveResults(tx, {
      client: request,
      mutations: [mutation],
      results: [result],
      lastMid: mutation.mid,
      now: services.clock(),
    })
    return { lastMid: mutation.mid }
  })

/** The number of the device's last edit that was taken; refuses who may not push for it now. */
const lockClient = async (
  tx: Queries,
  { services, userId, sessionId }: PushContext,
  request: PushRequest,
): Promise<number> => {
  const now = services.clock()
  if (sessionId !== undefined && !(await isSessionOpen(tx, sessionId, now)))
    throw new Refusal('WRONG_TOKEN')
  return await readLastMid(tx, services.database.dialect, { ...request, userId }, now)
}

const pushTogether = async (
  context: PushContext,
  request: PushRequest,
  mutations: readonly PushMutation[],
): Promise<PushReply> => {
  const { services, userId, onError } = context
  const commits: ProjectCommit[] = []
  const reply = await services.database.write(async (tx) => {
    commits.length = 0
    const last = await lockClient(tx, context, request)
    const fresh = takeFresh(mutations, last)
    const units = await openUnits(tx, services, fresh)
    await loadTogether(units, fresh)
    const results: MutationResult[] = []
    for (const mutation of fresh)
      results.push(await runOne(tx, units, userId, mutation, services.clock, onError))
    for (const { unit, actor } of units.values()) {
      if (unit !== null && actor !== null)
        commits.push(await closeUnit(tx, unit, { id: actor.userId, name: actor.name }))
    }
    const lastMid = fresh.at(-1)?.mid ?? last
    await saveResults(tx, {
      client: request,
      mutations: fresh,
      results,
      lastMid,
      now: services.clock(),
    })
    return { lastMid }
  })
  for (const commit of commits) services.publish(commit)
  return reply
}

/** The edits that the server has not taken yet; refuses a gap in their numbers. */
const takeFresh = (mutations: readonly PushMutation[], last: number): PushMutation[] => {
  const fresh = mutations.filter(({ mid }) => mid > last)
  requireUnbroken(fresh, last)
  return fresh
}

const requireUnbroken = (fresh: readonly PushMutation[], last: number): void => {
  fresh.forEach(({ mid }, index) => {
    if (mid !== last + 1 + index) throw new Refusal('SYNC_GAP', { detail: { lastMid: last } })
  })
}

interface OpenedProject {
  unit: ProjectUnit | null
  actor: ProjectActor | null
}
const projectIdOf = ({ args }: PushMutation): string => {
  const id =
    typeof args === 'object' && args !== null && 'projectId' in args ? args.projectId : undefined
  return typeof id === 'string' ? id : ''
}

/** Locks every project of the push in the order of ids, so that two pushes never wait for each other in a circle. */
const openUnits = async (
  tx: Queries,
  { database, clock }: CommandServices,
  mutations: readonly PushMutation[],
): Promise<Map<string, OpenedProject>> => {
  const ids = [...new Set(mutations.map(projectIdOf))].sort()
  const units = new Map<string, OpenedProject>()
  for (const id of ids)
    units.set(id, { unit: await tryOpenUnit(tx, database.dialect, id, clock), actor: null })
  return units
}

/** What the edits are going to ask for one by one, read with a few statements for all of them. */
const loadTogether = async (
  units: ReadonlyMap<string, OpenedProject>,
  mutations: readonly PushMutation[],
): Promise<void> => {
  for (const [id, { unit }] of units) {
    const wanted = new Map<Entity, string[]>()
    for (const { command, args } of mutations.filter((mutation) => projectIdOf(mutation) === id)) {
      const parsed = isCommand(command) ? v.safeParse(COMMAND_INPUTS[command], args) : null
      if (!isCommand(command) || parsed?.success !== true) continue
      for (const [entity, ids] of wantedRows(command, parsed.output))
        wanted.set(entity, [...(wanted.get(entity) ?? []), ...ids])
    }
    for (const [entity, ids] of wanted) await unit?.rows.load(entity, ids)
  }
}

const runOne = async (
  tx: Queries,
  units: Map<string, OpenedProject>,
  userId: number,
  mutation: PushMutation,
  clock: () => number,
  onError: (error: unknown) => void,
): Promise<MutationResult> => {
  const { command, base } = mutation
  const verdict = verdictOn(mutation, clock)
  try {
    const opened = units.get(projectIdOf(mutation))
    if (opened === undefined || opened.unit === null)
      throw new Refusal('ACCESS_TO_PROJECT_IS_DENIED')
    opened.actor ??= await requireActor(tx, opened.unit, userId)
    if (!isCommand(command)) throw new Refusal('UPDATE_NEEDED')
    const conflicts = await runCommand(
      opened.unit,
      opened.actor,
      command,
      parseCommand(command, mutation.args),
      base,
    )
    if (conflicts.length === 0) return verdict('applied')
    return inPart(verdict, mutation, await findTheirs(tx, opened.unit.rows.projectId, conflicts))
  } catch (error) {
    return refused(verdict, error, onError)
  }
}

type Verdict = (status: MutationResult['status'], rest?: Partial<MutationResult>) => MutationResult
const verdictOn =
  ({ mid }: PushMutation, clock: () => number): Verdict =>
  (status, rest = {}) => ({
    mid,
    status,
    reason: null,
    detail: {},
    conflicts: [],
    at: clock(),
    ...rest,
  })

/** Applied but for these. */
const inPart = (
  verdict: Verdict,
  { args }: PushMutation,
  conflicts: FieldConflict[],
): MutationResult => {
  const part = partResult(args, conflicts)
  return verdict('conflict', {
    ...(part === null ? { reason: 'CONFLICT' } : { reason: 'bulk.result', detail: part }),
    conflicts,
  })
}

const refused = (
  verdict: Verdict,
  error: unknown,
  onError: (error: unknown) => void,
): MutationResult => {
  if (error instanceof Refusal)
    return verdict('refused', {
      reason: error.code,
      detail: error.field === undefined ? error.detail : { field: error.field, ...error.detail },
    })
  if (isDatabaseError(error)) throw error
  onError(error)
  return verdict('refused', { reason: 'INTERNAL' })
}

/** Those break the transaction; everything else is the fault of one edit, which must not hold up the next. */
const isDatabaseError = (error: unknown): boolean =>
  /^SQLITE_|^[0-9A-Z]{5}$|^E[A-Z]+$/.test(errorCode(error))
