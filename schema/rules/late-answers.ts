import type { ProjectActor } from '../mutations/mutation.ts'
import type { MessageCode } from '../tables/messages.ts'

/** Refusals that are nobody's fault: the project was not open for the edit at that moment, and may be again. */
const UNTIMELY: ReadonlySet<string> = new Set<MessageCode>(['STATE_FORBIDS', 'PROJECT_READ_ONLY', 'DEADLINE_PASSED', 'comment.state'])
export const UNTIMELY_REASONS: readonly string[] = [...UNTIMELY]
export const isUntimely = (reason: string): boolean => UNTIMELY.has(reason)

/** Only whoever decides about opening the project again is told who was late. */
export const seesLateAnswers = ({ relation, permissions }: Pick<ProjectActor, 'relation' | 'permissions'>): boolean =>
  relation === 'owner' || (relation === 'collaborator' && permissions.includes('ORG_ADMIN'))

/** A command that the server kept without applying it. */
export interface LateCommand {
  args: unknown
  /** When the server heard of it, ms. */
  at: number
}
export interface LateAnswers {
  vendorId: number
  /** Requirements whose answer came too late and was not written since. */
  requirementIds: readonly string[]
  /** When the last of them came, ms. */
  latestOn: number
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** `commitments.update` names one requirement, the bulk commands a list of items. */
const requirementsOf = (args: Record<string, unknown>): string[] => {
  const items = Array.isArray(args['items']) ? args['items'] : [args]
  return items.flatMap((item) => (isObject(item) && typeof item['requirementId'] === 'string' ? [item['requirementId']] : []))
}

/**
 * What came too late, per vendor in order of their ids. An answer that was written after its late edit no longer counts: it was sent again.
 * @param writtenOn when the vendor's answer to the requirement was written last, ms; undefined where there is none
 */
export const lateAnswers = (commands: readonly LateCommand[], writtenOn: (requirementId: string, vendorId: number) => number | undefined): LateAnswers[] => {
  const found = new Map<number, Map<string, number>>()
  for (const { args, at } of commands) {
    if (!isObject(args) || typeof args['vendorId'] !== 'number') continue
    const vendorId = args['vendorId']
    const own = found.get(vendorId) ?? new Map<string, number>()
    for (const id of requirementsOf(args)) if ((writtenOn(id, vendorId) ?? 0) <= at) own.set(id, Math.max(own.get(id) ?? 0, at))
    if (own.size > 0) found.set(vendorId, own)
  }
  return [...found].map(([vendorId, own]) => ({ vendorId, requirementIds: [...own.keys()].toSorted(), latestOn: Math.max(...own.values()) })).toSorted((a, b) => a.vendorId - b.vendorId)
}
