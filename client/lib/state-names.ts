import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ProjectState } from '#schema/entities/project.ts'

/** The name of each project state. */
export const STATE_NAMES: { readonly [S in ProjectState]: MessageDescriptor } = {
  INITIALIZING: msg`Being created`,
  DRAFT: msg`Draft`,
  PREPARATION: msg`Preparation`,
  PUBLISHED: msg`Published`,
  VALIDATION: msg`Validation`,
  EVALUATION: msg`Evaluation`,
  EVALUATED: msg`Evaluated`,
  CLOSED: msg`Closed`,
  ARCHIVED: msg`Archived`,
}
