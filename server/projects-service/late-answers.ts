import type { InferOutput } from 'valibot'
import type { projects } from '#schema/api/projects-service/projects.ts'
import { Refusal } from '#schema/refusal.ts'
import { lateAnswers, seesLateAnswers, UNTIMELY_REASONS } from '#schema/rules/late-answers.ts'
import { listRows, type OpenedProject } from './open-project.ts'

/** Counts, never texts: those lie with the verdicts until their writer's device sends them again. */
export const readLateAnswers = async (opened: OpenedProject): Promise<InferOutput<typeof projects.lateAnswers.reply>> => {
  const { actor, tx, projectId } = opened
  if (!seesLateAnswers(actor)) throw new Refusal('NOT_ALLOWED')
  const refused = await tx.selectFrom('mutation_result').select(['args', 'at']).where('project_id', '=', projectId).where('status', '=', 'refused')
    .where('reason', 'in', UNTIMELY_REASONS).where('command', 'like', 'commitments.%').execute()
  if (refused.length === 0) return []
  const commands = refused.map(({ args, at }) => ({ args: JSON.parse(args ?? 'null') as unknown, at }))
  const written = await tx.selectFrom('commitments').select(['requirement_id', 'vendor_id', 'updated_on']).where('project_id', '=', projectId).execute()
  const writtenOn = new Map(written.map((row) => [`${row.requirement_id}.${row.vendor_id}`, row.updated_on]))
  const late = lateAnswers(commands, (requirementId, vendorId) => writtenOn.get(`${requirementId}.${vendorId}`))
  const names = new Map((await listRows(opened, 'projectVendor')).map(({ vendorId, name }) => [vendorId, name]))
  return late.flatMap(({ vendorId, requirementIds, latestOn }) => {
    const name = names.get(vendorId)
    return name === undefined ? [] : [{ vendorId, name, requirements: requirementIds.length, latestOn }]
  })
}
