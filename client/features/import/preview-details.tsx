import { Trans } from '@lingui/react/macro'
import { useMemo } from 'react'
import { diffWords } from '#schema/rules/diff/diff-words.ts'
import { StatePill } from '../../ui/elements/state-pill.tsx'
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
      <dd>{before === after ? after : <Difference before={before} after={after} />}</dd>
    </>
  )
}

/** The words of a text before and after, with those that differ marked. */
export function Difference({ before, after }: { before: string; after: string }) {
  const runs = useMemo(() => diffWords(before, after), [before, after])
  return runs.map(({ kind, text }, at) =>
    kind === 'removed' ? (
      <del key={at}>{text}</del>
    ) : kind === 'added' ? (
      <ins key={at}>{text}</ins>
    ) : (
      <span key={at}>{text}</span>
    ),
  )
}
