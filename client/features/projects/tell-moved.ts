import type { Transition } from '#schema/rules/project/project-transitions.ts'
import { tryNow } from '../../lib/sync-status.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { movedText } from './moved-text.ts'

/** Pulls the effects of a transition and confirms it in a toast. */
export const tellMoved = async (transition: Transition): Promise<void> => {
  await tryNow()
  toast.success(movedText(transition))
}
