import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Refusal } from '#schema/refusal.ts'
import { api } from '../../lib/api.ts'
import type { LoadedProject } from '../../lib/project-store.ts'
import { useSession } from '../../lib/session.ts'
import { tryNow } from '../../lib/sync-status.ts'
import { confirm } from '../../ui/dialogs/confirm.tsx'
import { codeText } from '../../ui/feedback/refusal-text.ts'
import { toast } from '../../ui/feedback/toast.tsx'

/** Why a project does not open. */
type LoadRefusal = 'NO_CONSENT' | 'project-load.denied' | 'project-load.deadline' | 'missing'
const BY_CODE: Readonly<Record<string, LoadRefusal>> = {
  NO_CONSENT: 'NO_CONSENT',
  DEADLINE_EXPIRED: 'project-load.deadline',
}

/**
 * Shows once why the project does not open; null while it is opening or the reason is unknown. The
 * caller leaves the page of a refused project.
 */
export const useLoadRefusal = (
  projectId: string,
  status: LoadedProject['status'],
  wasOpen: boolean,
): LoadRefusal | null => {
  const asked = useServerRefusal(projectId, status === 'denied')
  // A project that was visible before still exists: access was withdrawn, even if the list no
  // longer has it.
  const refusal =
    status === 'missing'
      ? wasOpen
        ? 'project-load.denied'
        : 'missing'
      : status === 'denied'
        ? asked
        : null
  const askForConsent = useAskForConsent()
  const { t } = useLingui()
  useEffect(() => {
    if (refusal === 'NO_CONSENT') void askForConsent()
    else if (refusal !== null)
      toast.error(
        refusal === 'missing'
          ? t`Cannot load project ${projectId}. Make sure project with id exists.`
          : codeText(refusal),
      )
    // Show the message once per refusal, not for each new function of a later render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [refusal, projectId])
  return refusal
}

/**
 * Asks the server why a project marked as denied is closed. Offline, the reason is
 * 'project-load.denied'. If the server has reopened the project, the device pulls it.
 */
const useServerRefusal = (projectId: string, isDenied: boolean): LoadRefusal | null => {
  const [refusal, setRefusal] = useState<LoadRefusal | null>(null)
  useEffect(() => {
    if (!isDenied) return
    const explain = (error: unknown) =>
      setRefusal(
        (error instanceof Refusal ? BY_CODE[error.code] : undefined) ?? 'project-load.denied',
      )
    setRefusal(null)
    api.projects.get({ params: { id: projectId } }).then(tryNow, explain)
  }, [projectId, isDenied])
  return refusal
}

/** Links the terms: the primary contact can accept them there, and colleagues can read them. */
const useAskForConsent = (): (() => Promise<void>) => {
  const { t } = useLingui()
  const navigate = useNavigate()
  const session = useSession()
  return async () => {
    const isConfirmed = await confirm({
      title: t`Consent needed`,
      confirmLabel: session?.isPrimaryContact === true ? t`Read and accept` : t`Read`,
      body: (
        <>
          <p>{codeText('NO_CONSENT')}.</p>
          <p>
            {session?.isPrimaryContact === true ? (
              <Trans>
                You and your colleagues can open the project once you accept the organization's
                documentation.
              </Trans>
            ) : (
              <Trans>
                You can open the project once your primary contact accepts the organization's
                documentation.
              </Trans>
            )}
          </p>
        </>
      ),
    })
    if (isConfirmed) await navigate({ to: '/vendor/dashboard/collaborators' })
  }
}
