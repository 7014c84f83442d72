import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { Session } from '../../lib/session.ts'
import { toast } from '../../ui/feedback/toast.tsx'

const READING_MS = 20_000

/**
 * When the active organization changes, says so and opens the home page, since the current page
 * belongs to the former organization.
 */
export function useOtherOrganization(session: Session | null): void {
  const { t } = useLingui()
  const navigate = useNavigate()
  const former = useRef(session)
  useEffect(() => {
    const before = former.current
    former.current = session
    if (
      before === null ||
      session === null ||
      before.userId !== session.userId ||
      before.organizationId === session.organizationId
    )
      return
    const { organizationName } = before
    toast.success(
      t`You now work in ${session.organizationName}. This device has unsent work for ${organizationName}. Switch to ${organizationName} to send it.`,
      { hideAfterMs: READING_MS },
    )
    void navigate({ to: '/' })
  }, [session, navigate, t])
}
