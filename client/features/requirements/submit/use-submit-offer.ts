import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { Commitment } from '#schema/entities/commitment.ts'
import type { Release } from '#schema/entities/project.ts'
import type { Requirement } from '#schema/entities/structure.ts'
import { commitmentStatus } from '#schema/rules/answers/commitments.ts'
import { useLocalSetting } from '#client/lib/local-settings.ts'
import { useSyncStatus } from '#client/lib/sync-status.ts'
import { toast } from '#client/ui/feedback/toast.tsx'
import { isAway } from './is-away.ts'
import { submitOccasions } from './submit-occasions.ts'

interface SubmitOffer {
  documentId: string
  requirements: readonly Requirement[]
  answers: ReadonlyMap<string, Commitment> | null
  releases: readonly Release[]
  /** Counts the publications after the first one; undefined = not read yet. */
  addendum: number | undefined
  /** When the project was published last, in ms; null = never. */
  publishedOn?: number | null | undefined
  /** Opens the dialog; null = the person may not submit. */
  open: (() => void) | null
}

const SHOWN_MS = 10_000
/** Until the page shows the rows of the action; several actions in a row are offered once. */
const SETTLED_MS = 500

/**
 * Offers to submit the saved answers after an action that leaves many of them: a change of several
 * answers at once, a new publication, a copy of a project with its answers, and the return of the
 * network after work without it.
 */
export const useSubmitOffer = ({
  documentId,
  requirements,
  answers,
  releases,
  addendum,
  publishedOn,
  open,
}: SubmitOffer) => {
  const { t } = useLingui()
  const offer = useEffectEvent(async (): Promise<void> => {
    if (open === null || answers === null) return
    // Judging answers needs the rules of their fields, which the table loads later.
    const { isBulkSubmitOffered, planSubmit } = await import('#schema/rules/answers/bulk-submit.ts')
    const plan = planSubmit(requirements, answers, releases)
    const ready = plan.ready.length
    if (!isBulkSubmitOffered(plan) || ready === 0) return
    toast.success(
      t`${plural(ready, { one: '# saved answer is ready to submit.', other: '# saved answers are ready to submit.' })}`,
      { action: { label: t`Submit…`, run: open }, hideAfterMs: SHOWN_MS },
    )
  })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const leave = submitOccasions.on((one) => {
      if (one.documentId !== documentId) return
      clearTimeout(timer)
      timer = setTimeout(() => void offer().catch(() => undefined), SETTLED_MS)
    })
    return () => {
      clearTimeout(timer)
      leave()
    }
  }, [documentId])
  useRepublished({
    documentId,
    addendum: answers === null ? undefined : addendum,
    hasCopies: hasCopiedAnswers(answers, publishedOn),
  })
  const status = useSyncStatus()
  const former = useRef<boolean>(false)
  useEffect(() => {
    const wasAway = former.current
    former.current = isAway(status, wasAway)
    if (wasAway && !former.current) submitOccasions.emit({ documentId, occasion: 'reconnection' })
  }, [status, documentId])
}

/**
 * Tells whether answers were saved before the publishing: vendors answer only after the first one,
 * so that a copy of a project has brought them along. An answer that was not sent yet has no time.
 */
const hasCopiedAnswers = (
  answers: SubmitOffer['answers'],
  publishedOn: SubmitOffer['publishedOn'],
): boolean =>
  [...(answers?.values() ?? [])].some(
    (answer) =>
      commitmentStatus(answer) === 'DRAFT' &&
      answer.updatedOn > 0 &&
      answer.updatedOn < (publishedOn ?? 0),
  )

interface Published extends Pick<SubmitOffer, 'documentId' | 'addendum'> {
  hasCopies: boolean
}

/**
 * Emits once for each new publication, which may have reopened submitted answers, and at the first
 * one if a copy of a project has brought answers along.
 */
const useRepublished = ({ documentId, addendum, hasCopies }: Published): void => {
  const [seen, keep] = useLocalSetting<number | null>(`addendum.${documentId}`, null)
  const occasion =
    seen !== null ? 'republish' : addendum === 0 && hasCopies ? 'cloneWithAnswers' : null
  useEffect(() => {
    if (addendum === undefined || addendum === seen) return
    keep(addendum)
    if (occasion !== null) submitOccasions.emit({ documentId, occasion })
  }, [documentId, addendum, seen, keep, occasion])
}
