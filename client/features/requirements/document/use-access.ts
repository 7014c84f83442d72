import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useEffect, useMemo, useState } from 'react'
import { areAnswersOpen, refusalOf } from '#schema/rules/access/access.ts'
import { assignmentOf } from '#schema/rules/access/assignment.ts'
import type { Document } from '#schema/entities/structure.ts'
import { vendorPartId } from '#schema/entities/vendor-part.ts'
import { maySubmitPart } from '#schema/rules/answers/vendor-parts.ts'
import { serverNow } from '#client/lib/clock.ts'
import { useProjectState, useRow } from '#client/lib/project-store.ts'
import { useVendorView } from '#client/lib/vendor-view.ts'
import { refusedAnswersText } from '#client/ui/feedback/refused-answers.ts'
import { codeText } from '#client/ui/feedback/refusal-text.ts'

/**
 * What the person may do in a document. A reason says why an action is disabled; null = enabled.
 */
export interface DocumentAccess {
  isVendor: boolean
  vendorId: number | null
  contentReason: string | null
  removeReason: string | null
  answerReason: string | null
  /** Why the person does not submit although they may answer. */
  submitReason: string | null
  /** Whether requestors may read the answers now. */
  areAnswersOpen: boolean
}

const MAX_TIMER_MS = 2_000_000_000

export function useAccess(projectId: string, document: Document | undefined): DocumentAccess {
  const { summary, actor } = useProjectState(projectId)
  const isViewed = useVendorView()?.projectId === projectId
  const packageId = document?.packageId
  const inPackage = useRow(projectId, 'package', packageId ?? '')
  const part = useRow(
    projectId,
    'vendorPart',
    vendorPartId(document?.id ?? '', actor?.vendorId ?? null),
  )
  const [tick, setTick] = useState(0)
  const deadlineAt = summary?.deadlineAt ?? null
  useEffect(() => {
    const leftMs = deadlineAt === null ? 0 : deadlineAt - serverNow()
    if (leftMs <= 0 || leftMs > MAX_TIMER_MS) return
    const timer = setTimeout(() => setTick((count) => count + 1), leftMs + 50)
    return () => clearTimeout(timer)
  }, [deadlineAt])
  return useMemo(() => {
    const vendorId = actor?.vendorId ?? null
    const reason = (
      action: 'content.write' | 'content.remove' | 'commitment.write',
    ): string | null => {
      if (!actor || !summary) return codeText('NOT_FOUND')
      const code = refusalOf(actor, action, {
        state: summary.state,
        packageId,
        ...assignmentOf(actor.userId, { inPackage, inDocument: document }),
        deadlineAt: summary.deadlineAt,
        now: serverNow(),
        ...(vendorId === null ? {} : { vendorId }),
      })
      if (code === null) return null
      return code === 'STATE_FORBIDS' && action !== 'commitment.write'
        ? i18n._(msg`You can change requirements in Draft and Preparation.`)
        : refusedAnswersText(code, summary)
    }
    return {
      isVendor: actor?.relation === 'vendor',
      vendorId,
      contentReason: reason('content.write'),
      removeReason: reason('content.remove'),
      answerReason: reason('commitment.write'),
      submitReason: isViewed
        ? codeText('VENDOR_VIEW')
        : actor === undefined || maySubmitPart(actor, part)
          ? null
          : codeText('SUBMIT_APPROVAL'),
      areAnswersOpen:
        summary !== undefined &&
        areAnswersOpen(summary) &&
        actor?.permissions.includes('SC_BROWSE') === true,
    }
    // `tick` is a dependency because the reasons depend on the time: it changes at the deadline.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [actor, summary, packageId, inPackage, document, part, tick, isViewed])
}
