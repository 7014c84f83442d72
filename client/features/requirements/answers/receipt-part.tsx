import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Commitment } from '#schema/entities/commitment.ts'
import type { Document, Requirement } from '#schema/entities/structure.ts'
import { commitmentStatus } from '#schema/rules/answers/commitments.ts'
import { exactText } from '#client/lib/time-text.ts'
import { downloadReceipts } from './receipts.ts'
import classes from './answer-panel.module.css'

interface ReceiptPartProps {
  document: Document
  requirement: Requirement
  commitment: Commitment
}

/** Shows the server's receipt; this device alone cannot issue one. */
export function ReceiptPart({ document, requirement, commitment }: ReceiptPartProps) {
  const { t } = useLingui()
  const { receipt } = commitment
  const status = commitmentStatus(commitment)
  const isWaiting = status === 'WAITING'
  if (receipt === null && !isWaiting) return null
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const download = () =>
    downloadReceipts(document, [requirement], new Map([[requirement.id, commitment]]))
  return (
    <section className={classes.receipt} aria-label={t`Receipt`}>
      <h3 className={classes.title}>
        <Trans>Receipt</Trans>
      </h3>
      {isWaiting && (
        <p>
          <Trans>Waiting to be sent. No receipt yet.</Trans>
        </p>
      )}
      {receipt !== null && (
        <>
          <p>
            {status === 'SUBMITTED'
              ? t`Received ${exactText(receipt.submittedOn)} (${zone}, server time) from ${receipt.by}`
              : t`An earlier answer was received ${exactText(receipt.submittedOn)} (${zone}, server time) from ${receipt.by}. The receipt is of that answer.`}
          </p>
          <p className={classes.hash}>SHA-256 {receipt.contentHash}</p>
          <Button size="compact-sm" variant="default" onClick={download}>
            <Trans>Download receipt</Trans>
          </Button>
        </>
      )}
    </section>
  )
}
