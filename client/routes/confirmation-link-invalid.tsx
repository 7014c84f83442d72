import { createFileRoute } from '@tanstack/react-router'
import { LINK_STATES, type LinkState } from '#schema/tables/link-purposes.ts'
import { LinkInvalidPage } from '../features/session/notice-page.tsx'

type Reason = Exclude<LinkState, 'valid'>
const reasonIn = (value: unknown): Reason | undefined =>
  LINK_STATES.filter((state) => state !== 'valid').find((state) => state === value)

export const Route = createFileRoute('/confirmation-link-invalid')({
  // Set `reason` even if undefined: a key that is left out keeps its unvalidated value.
  validateSearch: (search: Record<string, unknown>): { reason?: Reason | undefined } => ({
    reason: reasonIn(search.reason),
  }),
  component: ConfirmationLinkInvalid,
})

function ConfirmationLinkInvalid() {
  const { reason = 'unknown' } = Route.useSearch()
  return <LinkInvalidPage reason={reason} />
}
