import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { downloadBlob } from '../../ui/browser/download-blob.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import classes from './account.module.css'
import copied from '../../ui/fields/secret.module.css'

/** Shows new recovery codes. This is the only time that the server reveals them. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { t } = useLingui()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const text = `${codes.join('\n')}\n`
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast.success(t`Recovery codes copied`),
      () => toast.error(t`Your browser blocks copying here. Download or print the codes instead.`),
    )
  return (
    <section className={classes.section} aria-labelledby="recovery-title">
      <h2 id="recovery-title" ref={heading} tabIndex={-1}>
        <Trans>Save these recovery codes</Trans>
      </h2>
      <p className={classes.lead}>
        <Trans>
          Each code signs you in once if you lose your authenticator app. Save them now: they are
          not shown again, and your earlier codes no longer work.
        </Trans>
      </p>
      <ul className={copied.codes} aria-label={t`Recovery codes`}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={classes.buttons}>
        <Button onClick={onDone}>{t`I saved the codes`}</Button>
        <Button variant="default" onClick={() => void copy()}>{t`Copy`}</Button>
        <Button
          variant="default"
          onClick={() =>
            downloadBlob(new Blob([text], { type: 'text/plain' }), 'tenderbook-recovery-codes.txt')
          }
        >{t`Download`}</Button>
        <Button variant="default" onClick={() => window.print()}>{t`Print`}</Button>
      </div>
    </section>
  )
}
