import type { Project } from '#schema/entities/project.ts'
import type { ProjectActor } from '#schema/mutations/mutation.ts'
import { type CloneOptions, cloneRows, type CloneRows } from '#schema/rules/definition/clone.ts'
import { type CommandServices, requireActor } from '../commands/execute.ts'
import {
  closeUnit,
  openUnit,
  type ProjectCommit,
  type ProjectUnit,
} from '../commands/project-unit.ts'
import type { Queries } from '../database/database.ts'
import { newId } from '../database/new-id.ts'
import { dropCopy } from './drop-copies.ts'
import { countSource, isChangedSince, readSource, type Source } from './source-rows.ts'
import {
  contentChanges,
  type CopyPlace,
  continueCopy,
  finishCopy,
  startCopy,
  writeAnswerCounts,
} from './write-copy.ts'

/** The copy as its rules decide it. */
export interface Begun {
  /** INITIALIZING. */
  project: Project
  lineageId: string
}

export interface Copying {
  userId: number
  sourceId: string
  /** Of the copy. */
  id: string
  /** The field of the body that names the id. */
  idField: string
  kind: 'version' | 'project'
  options: CloneOptions
  to: 'DRAFT' | 'PREPARATION'
  /**
   * Checks rights and rules under the lock of the source, and changes the source in `unit`. Called
   * before the rows are copied, and again in the transaction that opens the copy.
   */
  begin: (unit: ProjectUnit, actor: ProjectActor) => Promise<Begun>
  /** What the transaction that opens the copy writes besides. */
  end?: (place: CopyPlace, rows: CloneRows) => Promise<void>
}

/** One transaction writes so many rows without delaying other people noticeably. */
const MOST_TOGETHER = 1_000
const AT_ONCE = 200
/** Times that a copy begins again because its source has changed, before it locks the source. */
const TRIES = 2

/**
 * Copies a project. A small one is copied in one transaction. Of a large one the rows are written
 * in turns, into a project that is INITIALIZING; one transaction then opens the copy and changes
 * the source. If that fails, the unfinished copy is removed, at the latest by `dropStaleCopies`.
 */
export const copyProject = async (services: CommandServices, copying: Copying): Promise<void> => {
  const size = await countSource(services.database.queries, copying.sourceId)
  for (let tries = 0; size > MOST_TOGETHER && tries < TRIES; tries++)
    if (await copyInTurns(services, copying)) return
  await copyTogether(services, copying)
}

const rowsOf = ({ rows }: Source, { id, kind, options }: Copying, now: number): CloneRows =>
  cloneRows(rows, { project: { id }, kind, options, newId, now })

/** Opens the source and checks the copy. */
const beginIn = async (
  tx: Queries,
  { database: { dialect }, clock }: CommandServices,
  { userId, sourceId, begin }: Copying,
) => {
  const unit = await openUnit(tx, { dialect, clock }, sourceId)
  const actor = await requireActor(tx, unit, userId)
  const begun = await begin(unit, actor)
  const place: CopyPlace = {
    tx,
    dialect,
    now: unit.now,
    actor: { id: actor.userId, name: actor.name },
  }
  return { unit, place, begun }
}

const copyTogether = async (services: CommandServices, copying: Copying): Promise<void> => {
  const commits = await services.database.write(async (tx) => {
    const { unit, place, begun } = await beginIn(tx, services, copying)
    const source = await readSource(tx, copying.sourceId, copying.options)
    const rows = rowsOf(source, copying, place.now)
    await startCopy(place, begun, copying.idField)
    await continueCopy(place, copying.id, contentChanges(rows))
    return await endIn(unit, place, { begun, rows, copying })
  })
  for (const commit of commits) services.publish(commit)
}

/** @returns false if the source has changed, so that the copy must begin again */
const copyInTurns = async (services: CommandServices, copying: Copying): Promise<boolean> => {
  const { database, publish } = services
  const started = await database.write(async (tx) => {
    const { place, begun } = await beginIn(tx, services, copying)
    await startCopy(place, begun, copying.idField)
    return place
  })
  try {
    const source = await database.readApart((tx) =>
      readSource(tx, copying.sourceId, copying.options),
    )
    const rows = rowsOf(source, copying, started.now)
    const changes = contentChanges(rows)
    for (let from = 0; from < changes.length; from += AT_ONCE)
      await database.write(async (tx) => {
        const place = { ...started, tx, now: services.clock() }
        await continueCopy(place, copying.id, changes.slice(from, from + AT_ONCE))
      })
    const commits = await database.write(async (tx) => {
      const { unit, place, begun } = await beginIn(tx, services, copying)
      if (await isChangedSince(tx, copying.sourceId, source)) return null
      return await endIn(unit, place, { begun, rows, copying })
    })
    if (commits !== null) {
      for (const commit of commits) publish(commit)
      return true
    }
  } catch (error) {
    await dropCopy(services, copying.id).catch(services.onError)
    throw error
  }
  await dropCopy(services, copying.id)
  return false
}

/** Closes the source and opens the copy. */
const endIn = async (
  unit: ProjectUnit,
  place: CopyPlace,
  { begun, rows, copying }: { begun: Begun; rows: CloneRows; copying: Copying },
): Promise<ProjectCommit[]> => {
  const ofSource = await closeUnit(place.tx, unit, place.actor)
  const ofCopy = await finishCopy(place, { ...begun, ...copying }, rows)
  await writeAnswerCounts(place.tx, copying.id)
  await copying.end?.(place, rows)
  return [ofSource, ofCopy]
}
