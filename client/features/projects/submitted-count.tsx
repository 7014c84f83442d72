import { useLingui } from '@lingui/react/macro'
import { ProgressBar } from '../../ui/pages/progress-bar.tsx'
import type { Counts } from './use-progress.ts'

/**
 * The text "60 of 352 received, 105 waiting to be sent", or "60 of 352 submitted" if none is
 * waiting.
 */
export const useSubmittedText = ({ total, submitted, waiting }: Counts): string => {
  const { t } = useLingui()
  return waiting > 0
    ? t`${submitted} of ${total} received, ${waiting} waiting to be sent`
    : t`${submitted} of ${total} submitted`
}

/** A progress bar of what the server has received, extended by what waits on this device. */
export function SubmittedBar({ counts }: { counts: Counts }) {
  const label = useSubmittedText(counts)
  const { submitted, waiting, total } = counts
  return <ProgressBar value={submitted} waiting={waiting} total={total} label={label} />
}
