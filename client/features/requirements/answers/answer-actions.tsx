import { Button } from '@mantine/core'
import { Trans } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import type { Commitment } from '#schema/entities/commitment.ts'
import { commitmentStatus } from '#schema/rules/answers/commitments.ts'
import { BottomBar } from '#client/ui/pages/bottom-bar.tsx'
import { lazyDialog } from '#client/ui/pages/lazy-part.tsx'
import { useEver } from '#client/ui/browser/use-ever.ts'
import { NO_FILTERS } from '../filters/no-filters.ts'
import type { DocumentViewProps } from '../document/document-view.ts'
import { useSubmitOffer } from '../submit/use-submit-offer.ts'
import { PartActions } from '../parts/part-actions.tsx'
import { downloadReceipts } from './receipts.ts'
import { requirementLink } from '#client/lib/route-links.ts'
import { useProjectState } from '#client/lib/project-store.ts'
import { useDocumentSearch } from '../filters/use-document-search.ts'
import classes from '../document/document.module.css'

const BulkSubmitDialog = lazyDialog(() =>
  import('../submit/bulk-submit-dialog.tsx').then((part) => part.BulkSubmitDialog),
)

interface AnswerActionsProps extends Pick<
  DocumentViewProps,
  'projectId' | 'document' | 'requirements' | 'releases' | 'access'
> {
  vendorId: number
  answers: ReadonlyMap<string, Commitment> | null
}

/**
 * Actions on a whole document for a vendor: answer the next requirement, submit, export receipts.
 */
export function AnswerActions(props: AnswerActionsProps) {
  const { projectId, document, vendorId, requirements, answers, releases, access } = props
  const { setSearch } = useDocumentSearch(document)
  const navigate = useNavigate()
  const [isSubmitOpen, setSubmitOpen] = useState(false)
  const isSubmitEver = useEver(isSubmitOpen)
  const statusOf = ({ id }: { id: string }) => commitmentStatus(answers?.get(id))
  const next =
    requirements.find((one) => statusOf(one) === 'OPEN') ??
    requirements.find((one) => statusOf(one) === 'DRAFT')
  const hasReceipts =
    answers !== null && [...answers.values()].some(({ receipt }) => receipt !== null)
  const canAnswer = access.answerReason === null
  const answerNext = () => {
    if (next) void navigate(requirementLink({ projectId, documentId: document.id }, next))
  }
  const maySubmit = canAnswer && access.submitReason === null
  const { summary } = useProjectState(projectId)
  useSubmitOffer({
    documentId: document.id,
    requirements,
    answers,
    releases,
    addendum: summary?.addendum,
    publishedOn: summary?.publishedOn,
    open: maySubmit ? () => setSubmitOpen(true) : null,
  })
  const mainAction = next ? (
    <Button size="xs" onClick={answerNext}>
      <Trans>Answer next</Trans>
    </Button>
  ) : maySubmit ? (
    <Button size="xs" onClick={() => setSubmitOpen(true)}>
      <Trans>Submit answers…</Trans>
    </Button>
  ) : null
  return (
    <>
      {hasReceipts && (
        <Button
          size="xs"
          variant="default"
          onClick={() => downloadReceipts(document, requirements, answers)}
        >
          <Trans>Receipts</Trans>
        </Button>
      )}
      <PartActions projectId={projectId} document={document} vendorId={vendorId} access={access} />
      {maySubmit && next && (
        <Button size="xs" variant="default" onClick={() => setSubmitOpen(true)}>
          <Trans>Submit answers…</Trans>
        </Button>
      )}
      {canAnswer && mainAction !== null && <span className={classes.wide}>{mainAction}</span>}
      {canAnswer && mainAction !== null && <BottomBar>{mainAction}</BottomBar>}
      <Suspense fallback={null}>
        {isSubmitEver && (
          <BulkSubmitDialog
            opened={isSubmitOpen}
            onClose={() => setSubmitOpen(false)}
            projectId={projectId}
            document={document}
            vendorId={vendorId}
            requirements={requirements}
            answers={answers ?? new Map()}
            releases={releases}
            onReview={() => setSearch({ ...NO_FILTERS, review: true })}
          />
        )}
      </Suspense>
    </>
  )
}
