import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { formatDate } from '#schema/rules/format.ts'
import { useProjectState, useRows } from '../../lib/project-store.ts'
import { dayAt } from '../../lib/vendor-parts.ts'
import { StatePill } from '../../ui/elements/state-pill.tsx'
import { findMyParts, type MyPart } from './my-parts.ts'
import classes from './my-parts-list.module.css'
import { useNow } from './use-now.ts'

const MINUTE_MS = 60_000

/** The documents and sections of a project that the person was given to answer, with due dates. */
export function MyPartsList({ projectId }: { projectId: string }) {
  const { t } = useLingui()
  const headingId = useId()
  const userId = useProjectState(projectId).actor?.userId
  const now = useNow(MINUTE_MS)
  const parts = useRows(projectId, 'vendorPart', { projectId })
  const documents = useRows(projectId, 'document', { projectId })
  const sections = useRows(projectId, 'section', { projectId })
  if (userId === undefined) return null
  const mine = findMyParts({ userId, today: dayAt(now), parts, documents, sections })
  if (mine.length === 0) return null
  return (
    <section className={classes.mine} aria-labelledby={headingId}>
      <h3 id={headingId}>{t`Given to you`}</h3>
      <ul>
        {mine.map((part) => (
          <li key={part.id}>
            <PartLine projectId={projectId} part={part} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function PartLine({ projectId, part }: { projectId: string; part: MyPart }) {
  const { t } = useLingui()
  const { document, section, dueOn, isReady, isOverdue } = part
  return (
    <Link
      className={classes.line}
      to="/project/$id/documents/$documentId"
      params={{ id: projectId, documentId: document.id }}
      search={section === null ? {} : { section: [section.id] }}
    >
      <span className={classes.name}>
        {document.name}
        {section !== null && <span className={classes.section}> · {section.name}</span>}
      </span>
      {isReady ? (
        <StatePill tone="teal">{t`Ready`}</StatePill>
      ) : (
        dueOn !== null && (
          <span className={classes.due} data-overdue={isOverdue || undefined}>
            {isOverdue ? t`overdue: ${formatDate(dueOn)}` : t`due ${formatDate(dueOn)}`}
          </span>
        )
      )}
    </Link>
  )
}
