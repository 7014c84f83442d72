import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { BrokenChain } from '#schema/rules/project/project-log.ts'
import notice from '../../ui/feedback/notice.module.css'
import { toast } from '../../ui/feedback/toast.tsx'
import classes from './project-log.module.css'
import { type ReadLog, verifyLog } from './read-log.ts'

export type Verification = 'none' | 'running' | 'holds' | BrokenChain

/** Verifies the chain on this device when `run` is called. */
export const useVerify = (projectId: string, log: ReadLog) => {
  const [result, setResult] = useState<Verification>('none')
  const run = () => {
    setResult('running')
    verifyLog(projectId, log).then(
      (broken) => setResult(broken ?? 'holds'),
      (error: unknown) => {
        setResult('none')
        toast.error(error)
      },
    )
  }
  return { result, run }
}

/** Shows the result of the verification and announces it to screen readers. */
export function VerifyResult({ result, log }: { result: Verification; log: ReadLog }) {
  return (
    <div role="status" aria-live="polite">
      {result !== 'none' && <Result result={result} log={log} />}
    </div>
  )
}

function Result({ result, log }: { result: Exclude<Verification, 'none'>; log: ReadLog }) {
  const { t } = useLingui()
  const count = log.entries.length
  if (result === 'running') return <p className={notice.notice}>{t`Verifying…`}</p>
  if (result === 'holds') {
    return (
      <p className={notice.notice} data-tone="done">
        <Trans>The history is intact. This device checked all {count} entries. Last hash:</Trans>{' '}
        <code className={classes.hash}>{log.chain?.hash}</code>
      </p>
    )
  }
  const { serial } = result
  return (
    <p className={notice.notice} data-tone="broken">
      <strong>{t`The history is broken at entry ${serial}.`}</strong>{' '}
      <Problem problem={result.problem} />{' '}
      <Trans>Download the history and send it to your system administrator.</Trans>
    </p>
  )
}

function Problem({ problem }: Pick<BrokenChain, 'problem'>) {
  switch (problem) {
    case 'missing':
      return <Trans>An entry is missing there.</Trans>
    case 'content':
      return <Trans>This entry or the one before it was changed.</Trans>
    case 'head':
      return <Trans>The history does not end where the server says it ends.</Trans>
    default:
      return problem satisfies never
  }
}
