import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { toast } from '../feedback/toast.tsx'

/** Puts the address of a page, or of the present one, on the clipboard. */
export const copyLink = (path: string = location.pathname + location.search): void => {
  navigator.clipboard.writeText(new URL(path, location.origin).href).then(
    () => toast.success(i18n._(msg`Link copied`)),
    () =>
      toast.error(
        i18n._(msg`Your browser blocks copying here. Copy the link from the address bar.`),
      ),
  )
}
