import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ParameterValue } from '#schema/entities/parameter.ts'
import type { Requirement } from '#schema/entities/structure.ts'
import { type Answer, choose } from '#client/ui/dialogs/question.ts'
import classes from './offer-draft.module.css'

interface Offer {
  requirement: Requirement
  typed: ParameterValue
  stands: ParameterValue
}

/**
 * Asks what to do with an unsaved text whose field has changed since. Postponed, it is offered
 * again at the next visit.
 */
export const offerDraft = (offer: Offer): Promise<Answer> =>
  choose({
    title: t`Unsaved text from earlier`,
    body: <Body {...offer} />,
    confirmLabel: t`Restore`,
    refuseLabel: t`Discard`,
  })

function Body({ requirement, typed, stands }: Offer) {
  const name = requirement.name
  return (
    <>
      <p>
        <Trans>
          It could not be saved, and “{name}” has changed since then. Restoring replaces the current
          text.
        </Trans>
      </p>
      <dl className={classes.texts}>
        <dt>
          <Trans>Your text</Trans>
        </dt>
        <dd>{String(typed ?? '')}</dd>
        <dt>
          <Trans>Current text</Trans>
        </dt>
        <dd>{String(stands ?? '') || <Trans>Nothing</Trans>}</dd>
      </dl>
    </>
  )
}
