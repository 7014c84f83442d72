import type { MessageDescriptor } from '@lingui/core'
import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ProjectState } from '#schema/entities/project.ts'
import type { Transition } from '#schema/rules/project/project-transitions.ts'

const STATE_TEXTS: { readonly [S in ProjectState]: MessageDescriptor } = {
  INITIALIZING: msg`Project being created`,
  DRAFT: msg`Project moved to Draft`,
  PREPARATION: msg`Project moved to Preparation`,
  PUBLISHED: msg`Project published`,
  VALIDATION: msg`Project moved to Validation`,
  EVALUATION: msg`Evaluation started`,
  EVALUATED: msg`Project evaluated`,
  CLOSED: msg`Project closed`,
  ARCHIVED: msg`Project archived`,
}
const EFFECT_TEXTS: { readonly [E in Transition['effect']]?: MessageDescriptor } = {
  'add-vendors': msg`Vendors added`,
  republish: msg`Changes published`,
  reopen: msg`Project published again`,
  'new-version': msg`New version created`,
}

/** The text of the toast after a successful move. */
export const movedText = ({ to, effect }: Transition): string =>
  i18n._(EFFECT_TEXTS[effect] ?? STATE_TEXTS[to])
