import { i18n } from '@lingui/core'
import type { Transition } from '#schema/rules/project/project-transitions.ts'

const idOf = ({ from, to }: Transition, part: 'label' | 'confirmation'): string =>
  `transition.${from}.${to}.${part}`

/** Translates the texts of the table of transitions; the English text is the fallback. */
export const transitionLabel = (transition: Transition): string =>
  i18n._(idOf(transition, 'label'), {}, { message: transition.label })
export const transitionConfirmation = (transition: Transition): string =>
  i18n._(
    idOf(transition, 'confirmation'),
    {},
    { message: transition.confirmation ?? transition.label },
  )
