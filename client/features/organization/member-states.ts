import { useLingui } from '@lingui/react/macro'
import type { Member } from '#schema/api/users-service/members.ts'

export const useMemberStates = (): ((state: Member['state']) => string) => {
  const { t } = useLingui()
  const names: Record<Member['state'], string> = {
    PENDING: t`Waiting for approval`,
    ACTIVE: t`Active`,
    BLOCKED: t`Blocked`,
    EXPIRED: t`Expired`,
  }
  return (state) => names[state]
}
