import { i18n } from '@lingui/core'
import type { Transition } from '#schema/rules/project-transitions.ts'

const key = ({ from, to }: Transition) => `transition.${from}.${to}`

/** The table's English texts, in the person's language where the catalogue has them. */
export const transitionLabel = (transition: Transition): string => i18n._(`${key(transition)}.label`, {}, { message: transition.label })
export const transitionConfirmation = (transition: Transition): string =>
  i18n._(`${key(transition)}.confirmation`, {}, { message: transition.confirmation ?? transition.label })
