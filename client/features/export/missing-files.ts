import { plural } from '@lingui/core/macro'
import { toast } from '../../ui/feedback/toast.tsx'

/** Tells how many attachments an export lacks because this device does not have them. */
export const tellMissing = (missing: number): void => {
  if (missing > 0)
    toast.error(
      plural(missing, {
        one: 'One file is not on this device and was left out.',
        other: '# files are not on this device and were left out.',
      }),
    )
}
