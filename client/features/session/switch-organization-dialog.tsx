import { Button, Modal } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import { members } from '#schema/api/users-service/members.ts'
import { api, callsOf } from '../../lib/api.ts'
import { signOut, useSession } from '../../lib/session.ts'
import { useRemote } from '../../lib/use-remote.ts'
import { confirm } from '../../ui/confirm.tsx'
import { codeText } from '../../ui/refusal-text.ts'
import { RemotePart } from '../../ui/remote-part.tsx'
import { toast } from '../../ui/toast.tsx'
import classes from './switch-organization.module.css'

const SignOutDialog = lazy(() => import('./sign-out-dialog.tsx').then(({ SignOutDialog: component }) => ({ default: component })))
const memberCalls = callsOf(members)

/** The other organizations of the person; who administers the system is nobody's vendor. Choosing one signs out, with the same care for unsent work as the sign-out itself. */
export function SwitchOrganizationDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const session = useSession()
  const organizations = useRemote('organizations', () => api.organizations.forCurrentUser({}))
  const [waiting, setWaiting] = useState<{ unsent: number; id: number } | null>(null)
  const switchTo = (id: number) => memberCalls.setActiveOrganization({ params: { id: String(id) } })
  const choose = async (id: number, name: string) => {
    const text = codeText('org.switch', { name })
    if (!await confirm({ title: t`Change active organization`, body: text, confirmLabel: t`Change and sign out` })) return
    try {
      const left = await signOut(async () => void (await switchTo(id)))
      if (left !== null) setWaiting({ unsent: left.unsent, id })
    } catch (error) {
      toast.error(error)
    }
  }
  if (waiting !== null) {
    return <Suspense fallback={null}><SignOutDialog unsentCount={waiting.unsent} onClose={onClose} before={async () => void (await switchTo(waiting.id))} /></Suspense>
  }
  return (
    <Modal opened onClose={onClose} title={t`Active organization`} closeButtonProps={{ 'aria-label': t`Close` }}>
      <p className={classes.lead}><Trans>Now: {session?.organizationName}</Trans></p>
      <RemotePart remote={organizations}>
        {(list) => {
          const isOffered = (parentName: string | null) => parentName === null || session?.permissions.includes('SYSTEM_ADMIN') !== true
          const others = list.filter(({ id, parentName }) => id !== session?.organizationId && isOffered(parentName))
          if (others.length === 0) return <p><Trans>You belong to no other organization.</Trans></p>
          return (
            <ul className={classes.organizations}>
              {others.map(({ id, name, parentName }) => (
                <li key={id}>
                  <Button variant="default" fullWidth justify="flex-start" onClick={() => void choose(id, name)}>{parentName === null ? name : `${name} (${parentName})`}</Button>
                </li>
              ))}
            </ul>
          )
        }}
      </RemotePart>
    </Modal>
  )
}
