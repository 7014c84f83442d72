import type { Commitment } from '#schema/entities/commitment.ts'
import type { Document, Requirement } from '#schema/entities/structure.ts'
import { requirementLabel } from '#schema/rules/project/numbering.ts'
import { receiptEntry, receiptsText } from '#schema/rules/answers/receipt.ts'

export function downloadReceipts(
  document: Document,
  requirements: readonly Requirement[],
  answers: ReadonlyMap<string, Commitment>,
): void {
  const entries = requirements.flatMap((requirement) => {
    const answer = answers.get(requirement.id)
    return (answer && receiptEntry(requirementLabel(requirement, document.prefix), answer)) ?? []
  })
  const url = URL.createObjectURL(
    new Blob([receiptsText(document.name, entries)], { type: 'text/plain' }),
  )
  const link = Object.assign(window.document.createElement('a'), {
    href: url,
    download: `${document.prefix}-receipts.txt`,
  })
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
