import * as v from 'valibot'
import type { FieldConflict } from '#schema/api/sync.ts'
import type { Entity } from '#schema/entities/rows.ts'
import {
  isCommand,
  MUTATIONS,
  type CommandArgs,
  type CommandName,
} from '#schema/mutations/index.ts'
import type { EditBase, MutationTx, ProjectActor } from '#schema/mutations/mutation.ts'
import { Refusal } from '#schema/refusal.ts'
import { isOpenToVendors } from '#schema/rules/access/access.ts'
import { readActor, readPerson } from '../database/access/read-actor.ts'
import type { Database, Queries } from '../database/database.ts'
import { readHeldFile } from './held-file.ts'
import { createMutationTx } from './mutation-tx.ts'
import type { JudgeAnswers } from './judge/judge-answers.ts'
import { wantedRows } from './prefetch.ts'
import { closeUnit, openUnit, type ProjectCommit, type ProjectUnit } from './project-unit.ts'

export interface CommandServices {
  database: Database
  /** ms since the epoch; the only clock that deadlines know. */
  clock: () => number
  /** Called after the commit. */
  publish: (commit: ProjectCommit) => void
  /** Checks answers that are about to be submitted. */
  judge: JudgeAnswers
  onError: (error: unknown) => void
}
/** `updatedOn` that the caller saw of a row; an older one is refused. */
export interface Precondition {
  entity: Entity
  id: string
  updatedOn: number
}
export interface Command<N extends CommandName = CommandName> {
  command: N
  args: CommandArgs[N]
  precondition?: readonly Precondition[]
}

/**
 * A command by REST: the newest row must have been seen where a precondition says so; what is
 * refused leaves nothing behind.
 * @returns the rows of a bulk command that were left as they are
 */
export const execute = async <N extends CommandName>(
  services: CommandServices,
  userId: number,
  { command, args, precondition = [] }: Command<N>,
): Promise<FieldConflict[]> => {
  const input = parseCommand(command, args)
  let left: FieldConflict[] = []
  await changeProject(services, userId, input.projectId, async (unit, actor) => {
    for (const seen of precondition) await requireNewest(unit, seen)
    left = await runCommand(unit, actor, command, input, null)
  })
  return left
}

/**
 * One transaction over one project for a signed-in person; used by commands and state moves alike.
 */
export const changeProject = async (
  { database, clock, publish }: CommandServices,
  userId: number,
  projectId: string,
  work: (unit: ProjectUnit, actor: ProjectActor, tx: Queries) => Promise<void>,
): Promise<void> => {
  const commit = await database.write(async (tx) => {
    const unit = await openUnit(tx, database.dialect, projectId, clock)
    const actor = await requireActor(tx, unit, userId)
    await work(unit, actor, tx)
    return await closeUnit(tx, unit, { id: actor.userId, name: actor.name })
  })
  publish(commit)
}

/** Unknown projects and those of others are answered alike. */
export const requireActor = async (
  tx: Queries,
  { rows }: Pick<ProjectUnit, 'rows'>,
  userId: number,
): Promise<ProjectActor> => {
  const person = await readPerson(tx, userId)
  const project = await rows.get('project', rows.projectId)
  const actor =
    person === null || project === undefined ? null : await readActor(tx, person, project)
  // An invited vendor learns nothing of a project before it is published, not even by a refusal.
  const isClosed =
    actor?.relation === 'vendor' && project !== undefined && !isOpenToVendors(project)
  if (actor === null || isClosed) throw new Refusal('ACCESS_TO_PROJECT_IS_DENIED')
  return actor
}

/** Arguments as the command understands them; INPUT_INVALID names the field. */
export const parseCommand = <N extends CommandName>(command: N, args: unknown): CommandArgs[N] => {
  if (!isCommand(command))
    throw new Refusal('INPUT_INVALID', {
      field: 'command',
      detail: { field: 'command', problem: 'is unknown' },
    })
  const parsed = v.safeParse(MUTATIONS[command].input, args)
  if (parsed.success) return parsed.output as CommandArgs[N]
  const [issue] = parsed.issues
  const field = v.getDotPath(issue) ?? 'args'
  throw new Refusal('INPUT_INVALID', { field, detail: { field, problem: issue.message } })
}

/**
 * Runs one command over the locked rows and keeps or discards what it wrote.
 * @param base null for REST; for a synced edit the values that the person saw
 * @returns the fields that were left alone because another person had changed them
 */
export const runCommand = <N extends CommandName>(
  unit: ProjectUnit,
  actor: ProjectActor,
  command: N,
  args: CommandArgs[N],
  base: EditBase | null,
): Promise<FieldConflict[]> =>
  runOverRows(unit, actor, { wanted: wantedRows(command, args), base }, (tx) =>
    MUTATIONS[command].run(tx, args),
  )

interface OverRows {
  wanted: ReturnType<typeof wantedRows>
  base: EditBase | null
  verdictOf?: MutationTx['verdictOf']
  sealReceipt?: MutationTx['sealReceipt']
}

/**
 * What it writes is kept if it ends well. @returns the fields that were left alone because another
 * person had changed them
 */
export const runOverRows = async (
  unit: ProjectUnit,
  actor: ProjectActor,
  { wanted, base, verdictOf, sealReceipt }: OverRows,
  work: (tx: MutationTx) => Promise<void>,
): Promise<FieldConflict[]> => {
  const { rows, now } = unit
  for (const [entity, ids] of wanted) await rows.load(entity, ids)
  const { tx, conflicts } = createMutationTx({
    rows,
    actor,
    now,
    base,
    verdictOf,
    sealReceipt,
    heldFile: (contentHash) => readHeldFile(unit, actor, contentHash),
  })
  try {
    await work(tx)
    rows.accept()
    return conflicts
  } catch (error) {
    rows.discard()
    throw error
  }
}

const requireNewest = async (
  { rows }: ProjectUnit,
  { entity, id, updatedOn }: Precondition,
): Promise<void> => {
  const row = await rows.get(entity, id)
  if (row !== undefined && row.updatedOn !== updatedOn) throw new Refusal('requirement.stale')
}
