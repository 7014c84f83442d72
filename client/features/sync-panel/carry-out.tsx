import { Button } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { type WrittenFile, writeWorkFile } from '../../lib/carried-work.ts'
import { useHome } from '../../lib/home-list.ts'
import { useUnsentEdits } from '../../lib/unsent-edits.ts'
import { downloadBlob } from '../../ui/browser/download-blob.ts'
import { ExplainedButton } from '../../ui/feedback/explained-button.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import copied from '../../ui/fields/secret.module.css'
import classes from './carry-dialog.module.css'

/** Saves the unsent work of this device to a sealed file, and shows its code. */
export function CarryOut() {
  const { t } = useLingui()
  const unsent = useUnsentEdits()
  const { projects } = useHome()
  const [written, setWritten] = useState<WrittenFile | null>(null)
  const [isBusy, setBusy] = useState(false)
  const edits = unsent.filter(({ mid }) => mid > 0)
  const hasFiles = edits.length < unsent.length
  const names = [...new Set(edits.map(({ projectId }) => projectId))].map(
    (id) => projects.find((project) => project.id === id)?.name ?? t`a project`,
  )
  const save = async () => {
    setBusy(true)
    try {
      const file = await writeWorkFile()
      if (file !== null) downloadBlob(file.blob, file.name)
      setWritten(file)
    } catch (error) {
      toast.error(error)
    }
    setBusy(false)
  }
  const list = names.join(', ')
  return (
    <section aria-labelledby="carry-out" className={classes.part}>
      <h3 id="carry-out">
        <Trans>Your work</Trans>
      </h3>
      <p className={classes.lead}>
        <Trans>
          Save your unsent work for a colleague of your organization. It stays unsent here until the
          server has it, from this device or from theirs.
        </Trans>
      </p>
      {edits.length > 0 && (
        <p>
          <Plural value={edits.length} one="# unsent edit from:" other="# unsent edits from:" />{' '}
          {list}
        </p>
      )}
      {hasFiles && (
        <p className={classes.dim}>
          <Trans>Attached files are not included.</Trans>
        </p>
      )}
      <ExplainedButton
        data-autofocus
        loading={isBusy}
        reason={edits.length === 0 ? t`You have no unsent edits on this device.` : null}
        onClick={() => void save()}
      >{t`Save to a file`}</ExplainedButton>
      {written !== null && <Code written={written} />}
    </section>
  )
}

function Code({ written: { code, name } }: { written: WrittenFile }) {
  const { t } = useLingui()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [code])
  const copy = () =>
    navigator.clipboard.writeText(code).then(
      () => toast.success(t`Code copied`),
      () => toast.error(t`Your browser blocks copying here. Write the code down instead.`),
    )
  return (
    <div className={classes.code}>
      <h4 ref={heading} tabIndex={-1}>
        <Trans>Code of {name}</Trans>
      </h4>
      <p className={copied.secret} data-carry-code>
        {code}
      </p>
      <p className={classes.dim}>
        <Trans>
          Only this code opens the file. Give it to your colleague, but do not keep it with the
          file. It is not shown again; you can save another file at any time.
        </Trans>
      </p>
      <Button
        variant="default"
        size="compact-sm"
        onClick={() => void copy()}
      >{t`Copy code`}</Button>
    </div>
  )
}
