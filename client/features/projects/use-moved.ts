import { useLingui } from '@lingui/react/macro'
import type { Transition } from '#schema/rules/project-transitions.ts'
import { tryNow } from '../../lib/sync-status.ts'
import { toast } from '../../ui/toast.tsx'
import { STATES } from './state-names.ts'

/** Fetches what a move of the project has changed, and says that it is done. */
export const useMoved = (): ((transition: Transition) => Promise<void>) => {
  const { t, i18n } = useLingui()
  return async (transition) => {
    await tryNow()
    toast.success(transition.effect === 'add-vendors'
      ? t`The vendors were added.` : t`The project is now in: ${i18n._(STATES[transition.to].name)}.`)
  }
}
