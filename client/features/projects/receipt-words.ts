import { useLingui } from '@lingui/react/macro'
import type { PillTone } from '../../ui/elements/state-pill.tsx'
import type { ReceiptFindingKind } from './check-receipts.ts'

interface Words {
  tone: PillTone
  name: string
  meaning: string
}

export const useReceiptWords = (): { readonly [K in ReceiptFindingKind]: Words } => {
  const { t } = useLingui()
  return {
    genuine: {
      tone: 'teal',
      name: t`Genuine`,
      meaning: t`This server gave the receipt, the content is the submitted one, and it is the answer that counts.`,
    },
    given: {
      tone: 'teal',
      name: t`Genuine`,
      meaning: t`This server gave the receipt, and the content is the submitted one. You cannot see how the answer stands now.`,
    },
    earlier: {
      tone: 'amber',
      name: t`Genuine, changed since`,
      meaning: t`This server gave the receipt, and the content is the submitted one. The answer was changed or submitted again since.`,
    },
    newer: {
      tone: 'amber',
      name: t`Genuine, changed since`,
      meaning: t`This server gave the receipt. The file holds a newer draft, not the submitted content.`,
    },
    altered: {
      tone: 'red',
      name: t`Content altered`,
      meaning: t`This server gave the receipt, but for another content than the one in this file.`,
    },
    unknown: {
      tone: 'red',
      name: t`Not ours`,
      meaning: t`This server gave no such receipt to your organization in this project.`,
    },
  }
}
