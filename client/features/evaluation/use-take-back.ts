import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import { undo } from '#client/lib/mutate.ts'
import { toast } from '#client/ui/feedback/toast.tsx'

/** Takes the newest step of this person in the project back, and says which. */
export const useTakeBack = (projectId: string): (() => void) => {
  const { t } = useLingui()
  return useCallback(() => {
    undo(projectId)
      .then((undone) => {
        if (undone !== null) toast.success(t`Undone: ${undone}`)
      })
      .catch((error: unknown) => toast.error(error))
  }, [projectId, t])
}
