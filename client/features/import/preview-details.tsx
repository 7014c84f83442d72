import { Trans } from '@lingui/react/macro'
import { useMemo } from 'react'
import { StatePill } from '../../ui/elements/state-pill.tsx'
import { WordDifference } from '../../ui/elements/word-difference.tsx'
import { type PreviewField, previewFields } from './preview-fields.ts'
import type { Preview, PreviewTab } from './preview-items.ts'
import classes from './preview-list.module.css'

interface PreviewDetailsProps {
  preview: Preview
  tab: PreviewTab
  id: string
}

/** An opened row: each changed field with its words before and after. */
export function PreviewDetails({ preview, tab, id }: PreviewDetailsProps) {
  const fields = useMemo(() => previewFields(preview, tab, id), [preview, tab, id])
  const update = preview.plan.updates.find((one) => one.id === id)
  const isUnknown = update?.edits.isEdited === true && update.edits.fields.length === 0
  return (
    <div className={classes.details}>
      {isUnknown && (
        <p>
          <Trans>
            A person may have changed this requirement since it was imported. The changed field is
            not recorded.
          </Trans>
        </p>
      )}
      <dl>
        {fields.map((field) => (
          <Field key={field.key} field={field} />
        ))}
      </dl>
    </div>
  )
}

function Field({ field: { label, before, after, isEdited } }: { field: PreviewField }) {
  return (
    <>
      <dt>
        {label}
        {isEdited && (
          <>
            {' '}
            <StatePill tone="amber">
              <Trans>Edited here</Trans>
            </StatePill>
          </>
        )}
      </dt>
      <dd>{before === after ? after : <WordDifference before={before} after={after} />}</dd>
    </>
  )
}
