import type { InferOutput } from 'valibot'
import type { projects } from '#schema/api/projects-service/projects.ts'
import { Refusal } from '#schema/refusal.ts'
import {
  LATE_COMMANDS,
  lateAnswers,
  type LateCommand,
  type LateRow,
  lateRows,
  seesLateAnswers,
  UNTIMELY_REASONS,
} from '#schema/rules/answers/late-answers.ts'
import { inPieces, type Queries } from '../database/database.ts'
import { listRows, type OpenedProject } from './open-project.ts'

const TABLES = {
  commitment: 'commitments',
  attachment: 'attachments',
  comment: 'comments',
  reply: 'replies',
} as const satisfies Record<LateRow['entity'], string>

/** Edits refused for arriving too late, with the organization of their author. */
const readRefused = async (tx: Queries, projectId: string): Promise<LateCommand[]> => {
  const rows = await tx
    .selectFrom('mutation_result')
    .innerJoin('sync_client', 'sync_client.client_id', 'mutation_result.client_id')
    .select(['command', 'args', 'at', 'organization_id as vendorId'])
    .where('project_id', '=', projectId)
    .where('status', '=', 'refused')
    .where('reason', 'in', UNTIMELY_REASONS)
    .where('command', 'in', LATE_COMMANDS)
    .execute()
  return rows.flatMap(({ command, args, at, vendorId }) =>
    vendorId === null
      ? []
      : [{ command, args: JSON.parse(args ?? 'null') as unknown, at, vendorId }],
  )
}

const keyOf = ({ entity, id }: LateRow): string => `${entity}/${id}`

/** When the rows were last written; rows of other projects count as missing. */
const readWritten = async (
  tx: Queries,
  projectId: string,
  commands: readonly LateCommand[],
): Promise<Map<string, number>> => {
  const wanted = new Map(commands.flatMap(lateRows).map((row) => [keyOf(row), row]))
  const written = new Map<string, number>()
  for (const [entity, table] of Object.entries(TABLES) as [LateRow['entity'], 'commitments'][]) {
    const ids = [...wanted.values()].filter((row) => row.entity === entity).map(({ id }) => id)
    for (const piece of inPieces(ids)) {
      const found = await tx
        .selectFrom(table)
        .select(['id', 'updated_on'])
        .where('project_id', '=', projectId)
        .where('id', 'in', piece)
        .execute()
      for (const { id, updated_on } of found) written.set(keyOf({ entity, id }), updated_on)
    }
  }
  return written
}

/**
 * Counts of a project's late edits, without their texts: only the author's device can send those
 * again.
 */
export const readLateAnswers = async (
  opened: OpenedProject,
): Promise<InferOutput<typeof projects.lateAnswers.reply>> => {
  const { actor, tx, projectId } = opened
  if (!seesLateAnswers(actor)) throw new Refusal('NOT_ALLOWED')
  const commands = await readRefused(tx, projectId)
  if (commands.length === 0) return []
  const written = await readWritten(tx, projectId, commands)
  const late = lateAnswers(commands, (row) => written.get(keyOf(row)))
  const names = new Map(
    (await listRows(opened, 'projectVendor')).map(({ vendorId, name }) => [vendorId, name]),
  )
  // Late edits of requestors are stored too, and are left out here.
  return late.flatMap(({ vendorId, requirementIds, fileIds, commentIds, latestOn }) => {
    const name = names.get(vendorId)
    const counts = {
      requirements: requirementIds.length,
      files: fileIds.length,
      comments: commentIds.length,
    }
    return name === undefined ? [] : [{ vendorId, name, ...counts, latestOn }]
  })
}
