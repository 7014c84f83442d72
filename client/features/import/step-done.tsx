import { Button } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMemo, useState } from 'react'
import { dropFile } from '../../lib/files.ts'
import { undo } from '../../lib/mutate.ts'
import { codeText, refusalText } from '../../ui/feedback/refusal-text.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import classes from './import-dialog.module.css'
import { ImportSent } from './import-sent.tsx'
import type { ImportResult } from './import-steps.tsx'
import type { ImportTarget } from './run-import.ts'
import { InvalidIds } from './preview-summary.tsx'
import { FilesDone } from './reqif/files-done.tsx'
import { StepFrame } from './step-frame.tsx'

export function StepDone({
  result,
  target,
  onClose,
}: {
  result: ImportResult
  target: ImportTarget
  onClose: () => void
}) {
  const { t, i18n } = useLingui()
  const [undoing, setUndoing] = useState<'no' | 'running' | 'done'>('no')
  const { progress, plan, isStopped, error, rows } = result
  const ids = useMemo(() => new Set(rows.keys()), [rows])
  const done = i18n.number(progress.done)
  const total = i18n.number(progress.total)
  const takeBack = async () => {
    setUndoing('running')
    try {
      // Files that still wait have no edit that could be undone.
      for (const id of result.files?.added ?? []) await dropFile(id)
      await undo(target.documentId)
      setUndoing('done')
    } catch (reason) {
      setUndoing('no')
      toast.error(reason)
    }
  }
  const title =
    error === null ? (isStopped ? t`Import stopped` : t`Import finished`) : codeText('import.error')
  return (
    <StepFrame
      title={undoing === 'done' ? t`Import undone` : title}
      footer={
        <>
          {undoing !== 'done' && progress.done > 0 && (
            <Button
              variant="default"
              loading={undoing === 'running'}
              onClick={() => void takeBack()}
            >{t`Undo import`}</Button>
          )}
          <Button onClick={onClose}>{t`Close`}</Button>
        </>
      }
    >
      <div role="status">
        {undoing === 'done' ? (
          <p>
            <Trans>The document is as it was before the import.</Trans>
          </p>
        ) : (
          <>
            {error !== null && <p className={classes.problems}>{refusalText(error)}</p>}
            {(isStopped || error !== null) && (
              <p>
                <Trans>
                  {done} of {total} requirements were imported. They stay unless you undo the
                  import.
                </Trans>
              </p>
            )}
            <Counts result={result} />
          </>
        )}
      </div>
      {undoing === 'no' && <ImportSent written={progress.done} rows={rows} ids={ids} />}
      {undoing !== 'done' && result.files !== undefined && <FilesDone files={result.files} />}
      {undoing !== 'done' && plan.unknownIds.length > 0 && (
        <details className={classes.unknown}>
          <summary>
            <Plural
              value={plan.unknownIds.length}
              one="# ID was not found in the document"
              other="# IDs were not found in the document"
            />
          </summary>
          <p>{plan.unknownIds.join(', ')}</p>
        </details>
      )}
    </StepFrame>
  )
}

/** 'Import success' with its counts, and 'Import error' with the invalid ids. */
function Counts({ result: { progress, plan, isStopped, error } }: { result: ImportResult }) {
  const { created, updated, removed = 0 } = progress
  return (
    <>
      <p className={classes.summary}>
        {error === null && !isStopped && <>{codeText('import.success')}: </>}
        <Plural value={created} one="# requirement created" other="# requirements created" />,{' '}
        <Plural value={updated} one="# updated" other="# updated" />
        {removed > 0 && (
          <>
            ,{' '}
            {plan.missingAction?.kind === 'delete' ? (
              <Plural value={removed} one="# deleted" other="# deleted" />
            ) : (
              <Plural value={removed} one="# excluded" other="# excluded" />
            )}
          </>
        )}
        .
      </p>
      {plan.refusedRows > 0 && (
        <div className={classes.problems}>
          <p>
            {codeText('import.error')}:{' '}
            <Plural
              value={plan.refusedRows}
              one="# row was not imported."
              other="# rows were not imported."
            />
          </p>
          <InvalidIds ids={plan.invalidIds} />
        </div>
      )}
    </>
  )
}
