import { useLingui } from '@lingui/react/macro'
import type { Section } from '#schema/entities/structure.ts'
import type { VendorPart } from '#schema/entities/vendor-part.ts'
import { formatDate } from '#schema/rules/format.ts'
import { useTeam } from '#client/lib/team.ts'
import { useMinute } from '#client/lib/use-minute.ts'
import { answeredBy, dayAt, nextDue } from '#client/lib/vendor-parts.ts'
import { PeopleStack } from '#client/ui/elements/people-stack.tsx'
import classes from './parts-due.module.css'

interface PartsDueProps {
  projectId: string
  parts: readonly VendorPart[]
  sections: readonly Section[]
}

/** Who of the vendor answers the document, and until when the next part is due. */
export function PartsDue({ projectId, parts, sections }: PartsDueProps) {
  const { t } = useLingui()
  const people = answeredBy(parts, useTeam(projectId))
  const due = nextDue({ parts, sections, today: dayAt(useMinute()) })
  if (due === null && people.owner === null && people.members.length === 0) return null
  return (
    <div className={classes.parts} data-no-print>
      <PeopleStack {...people} />
      {due && (
        <span className={classes.due} data-overdue={due.isOverdue || undefined}>
          {due.isOverdue ? t`overdue: ${formatDate(due.dueOn)}` : t`due ${formatDate(due.dueOn)}`}
        </span>
      )}
    </div>
  )
}
