import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { toast } from '../feedback/toast.tsx'

/** Copies the URL of a page (default: the current one) to the clipboard. */
export const copyLink = (path: string = location.pathname + location.search): void => {
  navigator.clipboard.writeText(new URL(path, location.origin).href).then(
    () => toast.success(i18n._(msg`Link copied`)),
    () =>
      toast.error(
        i18n._(msg`Your browser blocks copying here. Copy the link from the address bar.`),
      ),
  )
}
