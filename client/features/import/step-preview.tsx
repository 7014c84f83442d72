import { Button, Checkbox } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { ImportPlan } from '#schema/rules/excel/excel-rows-plan.ts'
import { ExplainedButton } from '../../ui/feedback/explained-button.tsx'
import classes from './import-dialog.module.css'
import type { SheetChoice } from './import-steps.tsx'
import { ImportOwner } from './import-owner.tsx'
import { PreviewLists } from './preview-lists.tsx'
import type { ImportTarget } from './run-import.ts'
import { StepFrame } from './step-frame.tsx'
import { usePlan } from './use-plan.ts'

interface StepPreviewProps {
  choice: SheetChoice
  target: ImportTarget
  onBack: () => void
  /** `ownerId` is the document's new owner: undefined = it stays; null = none. */
  onImport: (plan: ImportPlan, ownerId: number | null | undefined) => void
}

export function StepPreview({ choice, target, onBack, onImport }: StepPreviewProps) {
  const { t } = useLingui()
  const plan = usePlan(choice, target)
  const [isRestWanted, setRestWanted] = useState(false)
  const [ownerId, setOwner] = useState<number | null>()
  const count = plan === null ? 0 : plan.creates.length + plan.updates.length
  const reason = (): string | null => {
    if (plan === null) return t`The file is still being compared with the document.`
    if (count === 0) return t`Nothing to import. No row creates or changes a requirement.`
    return plan.refusedRows > 0 && !isRestWanted
      ? t`Some rows cannot be imported. Correct the file, or select “Import the other rows”.`
      : null
  }
  return (
    <StepFrame
      title={t`Preview`}
      footer={
        <>
          <Button variant="default" onClick={onBack}>{t`Back`}</Button>
          <ExplainedButton
            reason={reason()}
            onClick={() => plan !== null && onImport(plan, ownerId)}
          >
            <Plural
              value={count}
              _0="Import"
              one="Import # requirement"
              other="Import # requirements"
            />
          </ExplainedButton>
        </>
      }
    >
      <div role="status">
        {plan === null ? (
          <p>
            <Trans>Comparing the file with the document…</Trans>
          </p>
        ) : (
          <Summary plan={plan} />
        )}
      </div>
      {plan !== null && (
        <>
          <ImportOwner {...target} ownerId={ownerId} onChange={setOwner} />
          <PreviewLists plan={plan} mapping={choice.mapping} />
          {plan.refusedRows > 0 && (
            <Checkbox
              mt="sm"
              checked={isRestWanted}
              onChange={(event) => setRestWanted(event.currentTarget.checked)}
              label={t`Import the other rows`}
            />
          )}
        </>
      )}
    </StepFrame>
  )
}

function Summary({ plan }: { plan: ImportPlan }) {
  const created = plan.creates.length
  const updated = plan.updates.length
  const refused = plan.refusedRows
  const sections = plan.sections.length
  return (
    <>
      <p className={classes.summary}>
        <Plural
          value={created}
          one="# requirement will be created"
          other="# requirements will be created"
        />
        {', '}
        <Plural value={updated} one="# updated" other="# updated" />
        {', '}
        <Plural
          value={refused}
          _0="every row can be imported."
          one="# row cannot be imported."
          other="# rows cannot be imported."
        />{' '}
        {sections > 0 && <Plural value={sections} one="One new section." other="# new sections." />}
      </p>
      {plan.withoutId > 0 && (
        <p className={classes.hint}>
          <Plural
            value={plan.withoutId}
            one="One row has no ID. Importing the file again would create the requirement again."
            other="# rows have no ID. Importing the file again would create these requirements again."
          />
        </p>
      )}
      {plan.missing.length > 0 && plan.unchanged.length + updated > 0 && (
        <p className={classes.hint}>
          <Plural
            value={plan.missing.length}
            one="One requirement of the document is not in the file. It does not change."
            other="# requirements of the document are not in the file. They do not change."
          />
        </p>
      )}
    </>
  )
}
