import type { ProjectState } from '../entities/project.ts'
import type { MessageCode } from '../tables/messages.ts'
import { type Denial, deny, needState } from './denial.ts'
import { isReadOnly } from './project-actions.ts'

interface VendorWrite {
  readonly states: readonly ProjectState[]
  /** One code for every refusal by time; absent = the code of each reason. */
  readonly code?: MessageCode
}

/** Everything that a vendor writes in a project, and when. The deadline ends all of it. */
export const VENDOR_WRITES = {
  answer: { states: ['PUBLISHED'] },
  /** Files are part of an answer. */
  file: { states: ['PUBLISHED'] },
  /** Questions, pain points and replies to them. */
  comment: { states: ['PUBLISHED'], code: 'comment.state' },
} as const satisfies Record<string, VendorWrite>
export type VendorWriteKind = keyof typeof VENDOR_WRITES

export interface WriteTime {
  state: ProjectState
  /** ms; null = no deadline was set. */
  deadlineAt?: number | null | undefined
  /** ms, the server's clock; undefined = not asked about the deadline. */
  now?: number | undefined
}

/**
 * Why a vendor may not write this now; null = they may. From the deadline on it is too late,
 * whether the project has been moved on or not. Every reason here passes when the project opens
 * again, so devices keep what was refused and send it then.
 */
export const vendorWriteDenial = (
  kind: VendorWriteKind,
  { state, deadlineAt, now }: WriteTime,
): Denial | null => {
  const { states, code }: VendorWrite = VENDOR_WRITES[kind]
  const isOver = deadlineAt != null && now !== undefined && now >= deadlineAt
  if (isReadOnly(state)) return deny({ kind: 'readOnly', state }, code)
  if (isOver) return deny({ kind: 'deadline', deadlineAt }, code)
  return needState(state, states, code)
}
