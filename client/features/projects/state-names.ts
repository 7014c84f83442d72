import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ProjectState } from '#schema/entities/project.ts'
import type { PillTone } from '../../ui/state-pill.tsx'

/** How each state is called and coloured. */
export const STATES: { readonly [S in ProjectState]: { name: MessageDescriptor; tone: PillTone } } = {
  INITIALIZING: { name: msg`Being made`, tone: 'neutral' },
  DRAFT: { name: msg`Draft`, tone: 'neutral' },
  PREPARATION: { name: msg`Preparation`, tone: 'amber' },
  PUBLISHED: { name: msg`Published`, tone: 'accent' },
  VALIDATION: { name: msg`Validation`, tone: 'accent' },
  EVALUATION: { name: msg`Evaluation`, tone: 'accent' },
  EVALUATED: { name: msg`Evaluated`, tone: 'teal' },
  CLOSED: { name: msg`Closed`, tone: 'teal' },
  ARCHIVED: { name: msg`Archived`, tone: 'neutral' },
}
