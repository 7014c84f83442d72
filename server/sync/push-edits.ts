import * as v from 'valibot'
import type { MutationResult, PushMutation, PushReply, PushRequest } from '#schema/api/sync.ts'
import type { Entity } from '#schema/entities/rows.ts'
import { isCommand } from '#schema/mutations/index.ts'
import { COMMAND_INPUTS } from '#schema/mutations/inputs.ts'
import type { ProjectActor } from '#schema/mutations/mutation.ts'
import { Refusal } from '#schema/refusal.ts'
import { isLateEdit } from '#schema/rules/answers/late-answers.ts'
import {
  type CommandServices,
  parseCommand,
  requireActorOf,
  runCommand,
} from '../commands/execute.ts'
import { wantedRows } from '../commands/prefetch.ts'
import {
  closeUnit,
  type ProjectCommit,
  type ProjectUnit,
  tryOpenUnit,
} from '../commands/project-unit.ts'
import { readPerson } from '../database/access/read-actor.ts'
import type { Database, Queries } from '../database/database.ts'
import { together } from '../database/together.ts'
import { isPassing } from '../database/passing-error.ts'
import { findTheirs } from './find-theirs.ts'
import { saveResults } from './sync-client.ts'
import { type PushContext, lockClient, takeFresh, projectIdOf } from './push-context.ts'
import { verdictOn, inPart, refused, tellVerdicts } from './edit-verdict.ts'

/**
 * Runs each edit in its own transaction, after an unforeseen error broke the common one. An edit
 * that fails again is refused for good and does not stop the edits after it.
 */
export const pushOneByOne = async (
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

/** Refuses an edit that fails in every kind of transaction. */
export const refuseUnread = async (
  context: PushContext,
  request: PushRequest,
  mutation: PushMutation,
): Promise<PushReply> => {
  const { services } = context
  const result = verdictOn(mutation, services.clock)('refused', { reason: 'INTERNAL' })
  const reply = await services.database.write(async (tx) => {
    const last = await lockClient(tx, context, request)
    if (mutation.mid <= last) return { lastMid: last, isFresh: false }
    await saveResults(tx, {
      client: request,
      mutations: [mutation],
      results: [result],
      lastMid: mutation.mid,
      now: services.clock(),
    })
    return { lastMid: mutation.mid, isFresh: true }
  })
  if (reply.isFresh) tellVerdicts([result])
  return { lastMid: reply.lastMid }
}

export const pushTogether = async (
  context: PushContext,
  request: PushRequest,
  mutations: readonly PushMutation[],
): Promise<PushReply> => {
  const { services } = context
  const commits: ProjectCommit[] = []
  const results: MutationResult[] = []
  const reply = await writingOf(
    services,
    mutations,
  )(async (tx) => {
    commits.length = 0
    const [units, last] = await together(tx, [
      () => openUnits(tx, services, mutations),
      () => lockClient(tx, context, request),
    ])
    const fresh = takeFresh(mutations, last)
    await prepare(tx, context, { units, fresh })
    results.length = 0
    for (const mutation of fresh) results.push(await runOne(tx, context, { mutation, units }))
    const lastMid = fresh.at(-1)?.mid ?? last
    const taken = { client: request, mutations: fresh, results, lastMid, now: services.clock() }
    await together(tx, [
      async () => {
        for (const { unit, actor } of units.values())
          if (unit !== null && actor !== null)
            commits.push(await closeUnit(tx, unit, { id: actor.userId, name: actor.name }))
      },
      () => saveResults(tx, taken),
    ])
    return { lastMid }
  })
  tellVerdicts(results)
  for (const commit of commits) services.publish(commit)
  return reply
}

/**
 * Edits of one project wait for its lock in any case, and share transactions. A push that locks
 * several projects has a transaction of its own: in a shared one it could wait for a project while
 * the others hold the one that is waited for.
 */
const writingOf = (
  { database }: CommandServices,
  mutations: readonly PushMutation[],
): Database['write'] => {
  const [projectId, ...others] = new Set(mutations.map(projectIdOf))
  return projectId === undefined || others.length > 0
    ? (work) => database.write(work)
    : (work) => database.writeTogether(projectId, work)
}

interface PushedProject {
  unit: ProjectUnit | null
  actor: ProjectActor | null
  /** Why the person may not edit here. */
  refusal: unknown
}

/**
 * Locks all projects of the push in the order of their ids. Its statements go out before this
 * returns, so that a statement sent afterwards comes after all of these locks.
 */
const openUnits = async (
  tx: Queries,
  { database, clock }: CommandServices,
  mutations: readonly PushMutation[],
): Promise<Map<string, PushedProject>> => {
  const ids = [...new Set(mutations.map(projectIdOf))].sort()
  const ports = { dialect: database.dialect, clock }
  const units = await together(
    tx,
    ids.map((id) => () => tryOpenUnit(tx, ports, id)),
  )
  return new Map(
    ids.map((id, index) => [id, { unit: units[index] ?? null, actor: null, refusal: null }]),
  )
}

/** Reads what the edits need, in as few round trips as possible. */
const prepare = async (
  tx: Queries,
  { userId }: PushContext,
  { units, fresh }: { units: ReadonlyMap<string, PushedProject>; fresh: readonly PushMutation[] },
): Promise<void> => {
  if (fresh.length === 0) return
  const [person] = await together(tx, [
    () => readPerson(tx, userId),
    () => loadTogether(tx, units, fresh),
  ])
  for (const opened of units.values()) {
    const { unit } = opened
    if (unit === null) continue
    const project = await unit.rows.get('project', unit.rows.projectId)
    try {
      opened.actor = await requireActorOf(tx, person, project)
    } catch (error) {
      opened.refusal = error
    }
  }
}

/** Loads the rows that the edits read one by one, with a few statements for all of them. */
const loadTogether = async (
  tx: Queries,
  units: ReadonlyMap<string, PushedProject>,
  mutations: readonly PushMutation[],
): Promise<void> => {
  for (const [id, { unit }] of units) {
    const wanted = new Map<Entity, string[]>([['project', [id]]])
    for (const { command, args } of mutations.filter((mutation) => projectIdOf(mutation) === id)) {
      const parsed = isCommand(command) ? v.safeParse(COMMAND_INPUTS[command], args) : null
      if (!isCommand(command) || parsed?.success !== true) continue
      for (const [entity, ids] of wantedRows(command, parsed.output))
        wanted.set(entity, [...(wanted.get(entity) ?? []), ...ids])
    }
    const loads = [...wanted].map(
      ([entity, ids]) =>
        async () =>
          unit?.rows.load(entity, ids),
    )
    await together(tx, loads)
  }
}

const runOne = async (
  tx: Queries,
  { services, onError }: PushContext,
  { mutation, units }: { mutation: PushMutation; units: ReadonlyMap<string, PushedProject> },
): Promise<MutationResult> => {
  const { command, base } = mutation
  const verdict = verdictOn(mutation, services.clock)
  try {
    const opened = units.get(projectIdOf(mutation))
    if (opened === undefined || opened.unit === null)
      throw new Refusal('ACCESS_TO_PROJECT_IS_DENIED')
    if (opened.actor === null) throw opened.refusal
    if (!isCommand(command)) throw new Refusal('UPDATE_NEEDED')
    const conflicts = await runCommand(opened.unit, opened.actor, {
      command,
      args: parseCommand(command, mutation.args),
      base,
    })
    if (conflicts.length === 0) return verdict('applied')
    return inPart(verdict, mutation, await findTheirs(tx, opened.unit.rows.projectId, conflicts))
  } catch (error) {
    const result = refused(verdict, error, onError)
    const opened = units.get(projectIdOf(mutation))
    if (opened?.unit && opened.actor?.relation === 'vendor')
      opened.unit.isLate ||= isLateEdit(command, result.reason)
    return result
  }
}
