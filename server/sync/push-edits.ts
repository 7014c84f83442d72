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
import type { Queries } from '../database/database.ts'
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
  const reply = await services.database.write(async (tx) => {
    commits.length = 0
    results.length = 0
    const last = await lockClient(tx, context, request)
    const fresh = takeFresh(mutations, last)
    const units = await openUnits(tx, services, fresh)
    await loadTogether(units, fresh)
    for (const mutation of fresh) results.push(await runOne(tx, context, { mutation, units }))
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
  tellVerdicts(results)
  for (const commit of commits) services.publish(commit)
  return reply
}

interface PushedProject {
  unit: ProjectUnit | null
  actor: ProjectActor | null
}

/** Locks all projects of the push in the order of their ids, so that two pushes cannot deadlock. */
const openUnits = async (
  tx: Queries,
  { database, clock }: CommandServices,
  mutations: readonly PushMutation[],
): Promise<Map<string, PushedProject>> => {
  const ids = [...new Set(mutations.map(projectIdOf))].sort()
  const units = new Map<string, PushedProject>()
  for (const id of ids)
    units.set(id, {
      unit: await tryOpenUnit(tx, { dialect: database.dialect, clock }, id),
      actor: null,
    })
  return units
}

/** Loads the rows that the edits read one by one, with a few statements for all of them. */
const loadTogether = async (
  units: ReadonlyMap<string, PushedProject>,
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
  { services, userId, onError }: PushContext,
  { mutation, units }: { mutation: PushMutation; units: ReadonlyMap<string, PushedProject> },
): Promise<MutationResult> => {
  const { command, base } = mutation
  const verdict = verdictOn(mutation, services.clock)
  try {
    const opened = units.get(projectIdOf(mutation))
    if (opened === undefined || opened.unit === null)
      throw new Refusal('ACCESS_TO_PROJECT_IS_DENIED')
    opened.actor ??= await requireActor(tx, opened.unit, userId)
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
