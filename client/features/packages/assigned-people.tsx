import { useLingui } from '@lingui/react/macro'
import { Suspense, useState } from 'react'
import { assignedTo } from '../../lib/assigned-to.ts'
import { useTeam } from '../../lib/team.ts'
import { PeopleStack } from '../../ui/elements/people-stack.tsx'
import { lazyDialog } from '../../ui/pages/lazy-part.tsx'
import type { OwnedRow } from './assign-dialog.tsx'
import classes from './assign-dialog.module.css'
import { useRights } from './use-rights.ts'

const AssignDialog = lazyDialog(() =>
  import('./assign-dialog.tsx').then((part) => part.AssignDialog),
)

/** The people of a package or document; opens the choice for those who may assign. */
export function AssignedPeople({ owned, hasName = false }: { owned: OwnedRow; hasName?: boolean }) {
  const { t } = useLingui()
  const { projectId, name } = owned.row
  const { mayAssign, isVendor } = useRights(projectId)
  const people = assignedTo(owned.row, useTeam(projectId))
  const [isOpen, setOpen] = useState(false)
  if (isVendor) return null
  const stack = <PeopleStack {...people} hasName={hasName} />
  if (!mayAssign) return stack
  return (
    <>
      <button
        type="button"
        className={classes.open}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <span className="visually-hidden">{t`Assign ${name}:`} </span>
        {stack}
      </button>
      <Suspense fallback={null}>
        {isOpen && <AssignDialog owned={owned} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  )
}
