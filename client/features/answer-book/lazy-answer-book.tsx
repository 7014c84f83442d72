import { Trans } from '@lingui/react/macro'
import { Suspense } from 'react'
import { useProjectState } from '../../lib/project-store.ts'
import { useVendorView } from '../../lib/vendor-view.ts'
import { ButtonPlace } from '../../ui/pages/button-place.tsx'
import { lazyPart } from '../../ui/pages/lazy-part.tsx'
import type { AnswerBookProps } from './answer-book-menu.tsx'

const AnswerBookMenu = lazyPart(() =>
  import('./answer-book-menu.tsx').then((part) => part.AnswerBookMenu),
)

/** The menu of the vendor's workbook, for vendors only. It loads after the page. */
export function LazyAnswerBook(props: AnswerBookProps) {
  const { status, actor } = useProjectState(props.projectId)
  const isTried = useVendorView()?.projectId === props.projectId
  if (actor?.vendorId == null || isTried || status !== 'ready') return null
  const place = (
    <ButtonPlace>
      <Trans>Excel</Trans>
    </ButtonPlace>
  )
  return (
    <Suspense fallback={place}>
      <AnswerBookMenu {...props} />
    </Suspense>
  )
}
