import type { MessageDescriptor } from '@lingui/core'
import type { ProjectState } from '#schema/entities/project.ts'
import { STATE_NAMES } from '../../lib/state-names.ts'
import type { PillTone } from '../../ui/elements/state-pill.tsx'

const TONES: { readonly [S in ProjectState]: PillTone } = {
  INITIALIZING: 'neutral',
  DRAFT: 'neutral',
  PREPARATION: 'amber',
  PUBLISHED: 'accent',
  VALIDATION: 'accent',
  EVALUATION: 'accent',
  EVALUATED: 'teal',
  CLOSED: 'teal',
  ARCHIVED: 'neutral',
}

/** Name and colour of each state. */
export const STATES = Object.fromEntries(
  Object.entries(TONES).map(([state, tone]) => [
    state,
    { name: STATE_NAMES[state as ProjectState], tone },
  ]),
) as {
  readonly [S in ProjectState]: { name: MessageDescriptor; tone: PillTone }
}
