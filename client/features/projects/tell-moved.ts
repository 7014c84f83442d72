import type { Transition } from '#schema/rules/project/project-transitions.ts'
import { tryNow } from '../../lib/sync-status.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { movedText } from './moved-text.ts'

/** Fetches what a move of the project has changed, and says that it is done. */
export const tellMoved = async (transition: Transition): Promise<void> => {
  await tryNow()
  toast.success(movedText(transition))
}
