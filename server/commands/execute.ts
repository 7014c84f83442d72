import * as v from 'valibot'
import type { FieldConflict } from '#schema/api/sync.ts'
import type { Project } from '#schema/entities/project.ts'
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
import { actorOf, type Person, readPerson } from '../database/access/read-actor.ts'
import type { Standing } from '../database/access/standing.ts'
import type { Database, Queries } from '../database/database.ts'
import { together } from '../database/together.ts'
import { createMutationTx } from './mutation-tx.ts'
import type { JudgeAnswers } from './judge/judge-answers.ts'
import { wantedRows } from './prefetch.ts'
import { closeUnit, openUnit, type ProjectCommit, type ProjectUnit } from './project-unit.ts'
import { readsBesideRows } from './reads-beside-rows.ts'

export interface CommandServices {
  database: Database
  /** Current time in ms since the epoch; every deadline is checked against it. */
  clock: () => number
  /** Tells connected devices about a commit. Called after the commit. */
  publish: (commit: ProjectCommit) => void
  /** Checks answers before their submission. */
  judge: JudgeAnswers
  onError: (error: unknown) => void
}
/**
 * The `updatedOn` of a row as the caller read it. If the row has changed since, the command is
 * refused.
 */
export interface Precondition {
  entity: Entity
  id: string
  /** Undefined = the caller saw no row; refused with INPUT_INVALID if there is one. */
  updatedOn: number | undefined
  /** The path of `updatedOn` in the body. */
  field?: string
}
export interface Command<N extends CommandName = CommandName> {
  command: N
  args: CommandArgs[N]
  precondition?: readonly Precondition[]
}

/**
 * Runs one command of the REST API in its own transaction. Refuses it if a row named in
 * `precondition` has changed since the caller read it; a refused command writes nothing.
 * @returns the rows that a bulk command left unchanged, each with a reason
 */
export const execute = async <N extends CommandName>(
  services: CommandServices,
  userId: number,
  { command, args, precondition = [] }: Command<N>,
): Promise<FieldConflict[]> => {
  const input = parseCommand(command, args)
  let left: FieldConflict[] = []
  await runTogether(services, { userId, projectId: input.projectId }, async (unit, actor) => {
    left = await runCommand(unit, actor, { command, args: input, base: null })
    await requireNewest(unit, precondition)
  })
  return left
}

/** Runs several commands of one project in one transaction: all of them, or none. */
export const executeTogether = async (
  services: CommandServices,
  { userId, projectId }: { userId: number; projectId: string },
  { commands, precondition }: { commands: readonly Command[]; precondition: Precondition[] },
): Promise<void> => {
  const parsed = commands.map(({ command, args }) => ({
    command,
    args: parseCommand(command, args),
  }))
  await runTogether(services, { userId, projectId }, async (unit, actor) => {
    for (const one of parsed) await runCommand(unit, actor, { ...one, base: null })
    await requireNewest(unit, precondition)
  })
}

interface Place {
  userId: number
  projectId: string
}
type Work = (unit: ProjectUnit, actor: ProjectActor, tx: Queries) => Promise<void>

/**
 * Runs `work` in one transaction that holds the lock of the project, after checking that the person
 * may open the project. State moves use it, and others that also write outside the project.
 */
export const changeProject = (services: CommandServices, place: Place, work: Work): Promise<void> =>
  change(services, { ...place, write: services.database.write }, work)

/**
 * Runs commands like `changeProject`, in the queue of the project's pushes: those that wait hold no
 * connection, which callers of other projects may need.
 */
const runTogether = (services: CommandServices, place: Place, work: Work): Promise<void> =>
  change(
    services,
    { ...place, write: (inside) => services.database.writeTogether(place.projectId, inside) },
    work,
  )

const change = async (
  { database, clock, publish }: CommandServices,
  { userId, projectId, write }: Place & { write: Database['write'] },
  work: Work,
): Promise<void> => {
  const commit = await write(async (tx) => {
    const unit = await openUnit(tx, { dialect: database.dialect, clock }, projectId)
    const actor = await requireActor(tx, unit, userId)
    await work(unit, actor, tx)
    return await closeUnit(tx, unit, { id: actor.userId, name: actor.name })
  })
  publish(commit)
}

/** Refuses an unknown project and a project of other people with the same code. */
export const requireActor = async (
  tx: Queries,
  { rows }: Pick<ProjectUnit, 'rows'>,
  userId: number,
): Promise<ProjectActor> => {
  const [person, project] = await together(tx, [
    () => readPerson(tx, userId),
    () => rows.get('project', rows.projectId),
  ])
  return await requireActorOf(tx, { person, project })
}

/**
 * The same for a person and a project that have been read.
 * @param standing what binds the two, if that has been read too
 */
export const requireActorOf = async (
  tx: Queries,
  { person, project }: { person: Person | null; project: Project | undefined },
  standing: Standing | null = null,
): Promise<ProjectActor> => {
  const actor =
    person === null || project === undefined
      ? null
      : await actorOf(tx, { person, project }, standing)
  // Before publication an invited vendor must not learn anything about a project, not even through
  // the code of a refusal.
  const isClosed =
    actor?.relation === 'vendor' && project !== undefined && !isOpenToVendors(project)
  if (actor === null || isClosed) throw new Refusal('ACCESS_TO_PROJECT_IS_DENIED')
  return actor
}

/** Parses the arguments of a command; INPUT_INVALID names the wrong field. */
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

interface RunnableCommand<N extends CommandName> {
  command: N
  args: CommandArgs[N]
  /** null for a REST call; for a synced edit the field values that the person saw. */
  base: EditBase | null
}

/**
 * Runs one command on the locked rows and keeps its writes, or discards them all if it throws.
 * @returns the fields left unchanged because another person had changed them
 */
export const runCommand = async <N extends CommandName>(
  unit: ProjectUnit,
  actor: ProjectActor,
  { command, args, base }: RunnableCommand<N>,
): Promise<FieldConflict[]> => {
  const left = await runOverRows(unit, actor, {
    wanted: wantedRows(command, args),
    base,
    work: (tx) => MUTATIONS[command].run(tx, args),
  })
  if (command === 'requirements.createBulk') {
    const { documentId, requirements } = args as CommandArgs['requirements.createBulk']
    unit.imported.push({ documentId, count: requirements.length })
  }
  return left
}

interface OverRows {
  wanted: ReturnType<typeof wantedRows>
  base: EditBase | null
  work: (tx: MutationTx) => Promise<void>
  verdictOf?: MutationTx['verdictOf']
  sealReceipt?: MutationTx['sealReceipt']
}

/**
 * Runs `work` on the locked rows. Keeps its writes if `work` resolves and discards them if it
 * throws.
 * @returns the fields left unchanged because another person had changed them
 */
export const runOverRows = async (
  unit: ProjectUnit,
  actor: ProjectActor,
  { wanted, base, work, verdictOf, sealReceipt }: OverRows,
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
    ...readsBesideRows(unit, actor),
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

/**
 * Refuses the transaction if a row is newer than the caller saw. Called after the command, so that
 * people who may not do it get the same refusal whether or not they name the right version.
 */
export const requireNewest = async (
  { rows }: Pick<ProjectUnit, 'rows'>,
  precondition: readonly Precondition[],
): Promise<void> => {
  for (const [entity, seen] of Map.groupBy(precondition, (one) => one.entity))
    await rows.load(
      entity,
      seen.map(({ id }) => id),
    )
  for (const { entity, id, updatedOn, field = 'updatedOn' } of precondition) {
    const row = rows.stored(entity, id)
    if (row === undefined || row.updatedOn === updatedOn) continue
    // A removed override is not shown, so its version is unknown to the caller.
    if (updatedOn === undefined && 'removed' in row && row.removed) continue
    if (updatedOn !== undefined) throw new Refusal('requirement.stale')
    throw new Refusal('INPUT_INVALID', { field, detail: { field, problem: 'is missing' } })
  }
}
