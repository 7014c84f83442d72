import { Button } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { undo } from '../../lib/mutate.ts'
import { codeText, refusalText } from '../../ui/refusal-text.ts'
import { toast } from '../../ui/toast.tsx'
import classes from './import-dialog.module.css'
import type { ImportResult } from './import-steps.tsx'
import type { ImportTarget } from './run-import.ts'
import { StepFrame } from './step-frame.tsx'

export function StepDone({ result, target, onClose }: { result: ImportResult; target: ImportTarget; onClose: () => void }) {
  const { t, i18n } = useLingui()
  const [undoing, setUndoing] = useState<'no' | 'running' | 'done'>('no')
  const { progress, plan, isStopped, error } = result
  const { created, updated } = progress
  const done = i18n.number(created + updated)
  const total = i18n.number(progress.total)
  const takeBack = async () => {
    setUndoing('running')
    try {
      await undo(target.documentId)
      setUndoing('done')
    } catch (reason) {
      setUndoing('no')
      toast.error(reason)
    }
  }
  const title = error === null ? (isStopped ? t`The import was stopped` : codeText('import.success')) : codeText('import.error')
  return (
    <StepFrame
      title={undoing === 'done' ? t`The import was taken back` : title}
      footer={(
        <>
          {undoing !== 'done' && created + updated > 0 && <Button variant="default" loading={undoing === 'running'} onClick={() => void takeBack()}>{t`Undo the import`}</Button>}
          <Button onClick={onClose}>{t`Close`}</Button>
        </>
      )}
    >
      <div role="status">
        {undoing === 'done'
          ? <p><Trans>The document is as it was before.</Trans></p>
          : (
            <>
              {error !== null && <p className={classes.problems}>{refusalText(error)}</p>}
              {(isStopped || error !== null) && <p><Trans>{done} of {total} requirements were imported before that; they stay unless you undo them.</Trans></p>}
              <p className={classes.summary}>
                <Plural value={created} one="# requirement created" other="# requirements created" />, <Plural value={updated} one="# updated" other="# updated" />.
              </p>
            </>
            )}
      </div>
      {undoing !== 'done' && plan.unknownIds.length > 0 && (
        <details className={classes.unknown}>
          <summary><Plural value={plan.unknownIds.length} one="# id was unknown to the document" other="# ids were unknown to the document" /></summary>
          <p>{plan.unknownIds.join(', ')}</p>
        </details>
      )}
    </StepFrame>
  )
}
