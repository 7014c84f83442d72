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
import { ProjectRows } from '../commands/project-rows.ts'
import { readPerson } from '../database/access/read-actor.ts'
import { readStanding } from '../database/access/standing.ts'
import type { Database, Queries } from '../database/database.ts'
import { together } from '../database/together.ts'
import { isPassing } from '../database/passing-error.ts'
import { findTheirs } from './find-theirs.ts'
import { saveResults } from './sync-client.ts'
import { lockClient, projectIdOf, type PushContext, takeFresh } from './push-context.ts'
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
  const failures: unknown[] = []
  const onError = (error: unknown): void => void failures.push(error)
  const reply = await writingOf(
    services,
    mutations,
  )(async (tx) => {
    for (const list of [commits, results, failures]) list.length = 0
    const { units, last } = await openProjects(tx, context, { request, mutations })
    const fresh = takeFresh(mutations, last)
    for (const mutation of fresh)
      results.push(await runOne(tx, { ...context, onError }, { mutation, units }))
    const lastMid = fresh.at(-1)?.mid ?? last
    const taken = { client: request, mutations: fresh, results, lastMid, now: services.clock() }
    await together(tx, [
      async () => {
        for (const { unit, actor } of fresh.length === 0 ? [] : units.values())
          if (unit !== null && actor !== null)
            commits.push(await closeUnit(tx, unit, { id: actor.userId, name: actor.name }))
      },
      () => saveResults(tx, taken),
    ])
    return { lastMid }
  })
  tellVerdicts(results)
  for (const failure of failures) context.onError(failure)
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
 * Locks the projects of the push in the order of their ids, then the device, and reads what the
 * edits need. All of that is one flight: a read runs after the locks that were sent before it.
 */
const openProjects = async (
  tx: Queries,
  context: PushContext,
  { request, mutations }: { request: PushRequest; mutations: readonly PushMutation[] },
): Promise<{ units: Map<string, PushedProject>; last: number }> => {
  const { services, userId } = context
  const ids = [...new Set(mutations.map(projectIdOf))].sort()
  const opening = ids.map((id) => ({ id, rows: new ProjectRows(tx, id) }))
  const ports = { dialect: services.database.dialect, clock: services.clock }
  const [units, last, person, standings] = await together(tx, [
    () =>
      together(
        tx,
        opening.map(
          ({ id, rows }) =>
            () =>
              tryOpenUnit(tx, { ...ports, rows }, id),
        ),
      ),
    () => lockClient(tx, context, request),
    () => (ids.length === 0 ? Promise.resolve(null) : readPerson(tx, userId)),
    () =>
      together(
        tx,
        ids.map((projectId) => () => readStanding(tx, { projectId, userId })),
      ),
    () => loadTogether(tx, opening, mutations),
  ])
  const opened = new Map<string, PushedProject>()
  for (const [index, { id, rows }] of opening.entries()) {
    const project: PushedProject = { unit: units[index] ?? null, actor: null, refusal: null }
    opened.set(id, project)
    if (project.unit === null) continue
    try {
      const found = { person, project: await rows.get('project', id) }
      project.actor = await requireActorOf(tx, found, standings[index])
    } catch (error) {
      project.refusal = error
    }
  }
  return { units: opened, last }
}

/** Loads the rows that the edits read one by one, with a few statements for all of them. */
const loadTogether = async (
  tx: Queries,
  opening: readonly { id: string; rows: ProjectRows }[],
  mutations: readonly PushMutation[],
): Promise<void> => {
  const loads = opening.flatMap(({ id, rows }) => {
    const wanted = new Map<Entity, string[]>([['project', [id]]])
    for (const { command, args } of mutations.filter((mutation) => projectIdOf(mutation) === id)) {
      const parsed = isCommand(command) ? v.safeParse(COMMAND_INPUTS[command], args) : null
      if (!isCommand(command) || parsed?.success !== true) continue
      for (const [entity, ids] of wantedRows(command, parsed.output))
        wanted.set(entity, [...(wanted.get(entity) ?? []), ...ids])
    }
    return [...wanted].map(
      ([entity, ids]) =>
        () =>
          rows.load(entity, ids),
    )
  })
  await together(tx, loads)
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
