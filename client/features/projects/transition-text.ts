import { i18n } from '@lingui/core'
import type { Transition } from '#schema/rules/project/project-transitions.ts'

const idOf = ({ from, to }: Transition, part: 'label' | 'confirmation'): string =>
  `transition.${from}.${to}.${part}`

/** The table's English texts, in the person's language where the catalogue has them. */
export const transitionLabel = (transition: Transition): string =>
  i18n._(idOf(transition, 'label'), {}, { message: transition.label })
export const transitionConfirmation = (transition: Transition): string =>
  i18n._(
    idOf(transition, 'confirmation'),
    {},
    { message: transition.confirmation ?? transition.label },
  )
