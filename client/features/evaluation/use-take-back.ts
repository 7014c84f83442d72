import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import { undo } from '#client/lib/mutate.ts'
import { toast } from '#client/ui/feedback/toast.tsx'

/** Undoes the person's last step in the project and reports it in a toast. */
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
