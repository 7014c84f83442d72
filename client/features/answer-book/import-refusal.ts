import type { ProjectSummary } from '#schema/api/sync.ts'
import type { ProjectActor } from '#schema/mutations/mutation.ts'
import { refusalOf } from '#schema/rules/access/access.ts'
import type { MessageCode } from '#schema/tables/messages.ts'
import { serverNow } from '../../lib/clock.ts'

/** Why the vendor's contact may change no answer of the project now; null = they may. */
export const importRefusal = (
  actor: ProjectActor,
  { state, deadlineAt }: Pick<ProjectSummary, 'state' | 'deadlineAt'>,
  vendorId: number,
): MessageCode | null =>
  refusalOf(actor, 'commitment.write', { state, deadlineAt, vendorId, now: serverNow() })
