import { Plural, Trans } from '@lingui/react/macro'

/** `7 requirements`, or `0 of 7 requirements` if filters hide some. */
export function RequirementCount({ shown, total }: { shown: number; total: number }) {
  return shown === total ? (
    <Plural value={total} one="# requirement" other="# requirements" />
  ) : (
    <Trans>
      {shown} of <Plural value={total} one="# requirement" other="# requirements" />
    </Trans>
  )
}
