import { Plural, useLingui } from '@lingui/react/macro'
import { Suspense, useState } from 'react'
import type { Publication, PublicationRevision } from '#schema/entities/comment.ts'
import { exactText } from '#client/lib/time-text.ts'
import { Moment } from '#client/ui/elements/moment.tsx'
import { threadPath } from '#client/lib/comment-paths.ts'
import { useUnsent } from '#client/lib/project-store.ts'
import { ExplainedButton } from '#client/ui/feedback/explained-button.tsx'
import { lazyDialog } from '#client/ui/pages/lazy-part.tsx'
import { StatePill } from '#client/ui/elements/state-pill.tsx'
import { UnsentDot } from '#client/ui/feedback/unsent-dot.tsx'
import { correctPair } from './comment-edits.ts'
import { LinkButton } from './link-button.tsx'
import { useCommentRights } from './use-comment-rights.ts'
import classes from './thread-view.module.css'

const PublishDialog = lazyDialog(() =>
  import('./publish-dialog.tsx').then((part) => part.PublishDialog),
)

/** A published question and answer, as every vendor reads it, with its earlier versions. */
export function PublicationPart({ publication }: { publication: Publication }) {
  const { t } = useLingui()
  const { id, projectId, packageId, documentId, revisions } = publication
  const right = useCommentRights(projectId, { type: 'QA', vendorId: null, packageId, documentId })(
    'comment.correct',
  )
  const isUnsent = useUnsent(projectId, 'publication', id)
  const [isCorrecting, setCorrecting] = useState(false)
  const current = revisions.at(-1)
  if (current === undefined) return null
  const former = revisions.slice(0, -1).toReversed()
  const formerCount = former.length
  return (
    <section className={classes.published} aria-label={t`Published for all vendors`}>
      <div className={classes.by}>
        {isUnsent && <UnsentDot />}
        <strong>{t`Published for all vendors`}</strong>
        <span className={classes.dim}>
          <Moment at={current.on} />
        </span>
        {current.isCorrection && <StatePill tone="amber">{t`Corrected`}</StatePill>}
        <span className={classes.actions}>
          {right !== 'hidden' && (
            <ExplainedButton
              size="compact-xs"
              variant="default"
              reason={right.reason}
              onClick={() => setCorrecting(true)}
            >{t`Correct…`}</ExplainedButton>
          )}
          <span className={classes.link}>
            <LinkButton path={threadPath(projectId, { type: 'Q', id })} />
          </span>
        </span>
      </div>
      <Pair revision={current} />
      {formerCount > 0 && (
        <details className={classes.former}>
          <summary>
            <Plural value={formerCount} one="# earlier version" other="# earlier versions" />
          </summary>
          <ol reversed>
            {former.map((revision) => (
              <li key={revision.revision}>
                <p className={classes.dim}>{exactText(revision.on)}</p>
                <Pair revision={revision} />
              </li>
            ))}
          </ol>
        </details>
      )}
      <Suspense fallback={null}>
        {isCorrecting && (
          <PublishDialog
            keep={`correct/${id}`}
            initial={current}
            isCorrection
            onSave={(texts) => correctPair(publication, texts)}
            onClose={() => setCorrecting(false)}
          />
        )}
      </Suspense>
    </section>
  )
}

function Pair({
  revision: { question, answer },
}: {
  revision: Pick<PublicationRevision, 'question' | 'answer'>
}) {
  const { t } = useLingui()
  return (
    <dl className={classes.pair}>
      <dt>{t`Question`}</dt>
      <dd>{question}</dd>
      <dt>{t`Answer`}</dt>
      <dd>{answer}</dd>
    </dl>
  )
}
