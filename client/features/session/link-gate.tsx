import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { LinkFacts } from '#schema/api/users-service/registration.ts'
import { ErrorSummary } from '../../ui/fields/error-summary.tsx'
import { refusalText } from '../../ui/feedback/refusal-text.ts'
import { LinkInvalidPage } from './notice-page.tsx'
import { PublicPage } from './public-page.tsx'
import { useLink } from './use-link.ts'

interface LinkGateProps {
  token: string
  /** The purposes that the page accepts; any other link is shown as invalid. */
  purposes: readonly NonNullable<LinkFacts['purpose']>[]
  children: (facts: LinkFacts) => ReactNode
}

/** Renders the page of a link if the link is valid, else explains why it is not. */
export function LinkGate({ token, purposes, children }: LinkGateProps) {
  const { t } = useLingui()
  const link = useLink(token)
  const isUndo = purposes.includes('undo-email-change')
  if (token === '') return <LinkInvalidPage reason="unknown" />
  if (link.state === 'loading') return <PublicPage title={t`One moment…`}>{null}</PublicPage>
  if (link.state === 'failed') {
    return (
      <PublicPage title={t`The link cannot be checked`}>
        <ErrorSummary errors={[{ inputId: null, text: refusalText(link.error) }]} />
      </PublicPage>
    )
  }
  const { facts } = link
  if (facts.state !== 'valid') return <LinkInvalidPage reason={facts.state} isUndo={isUndo} />
  return facts.purpose !== null && purposes.includes(facts.purpose) ? (
    children(facts)
  ) : (
    <LinkInvalidPage reason="unknown" />
  )
}
