import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { toast } from '../../ui/feedback/toast.tsx'
import { FileProblems } from './file-problems.tsx'
import classes from './import-dialog.module.css'
import own from './step-file.module.css'
import type { FilePlace } from './parsed-file.ts'
import { StepFrame } from './step-frame.tsx'
import { type ParseFile, type ParseState, useParse } from './use-parse.ts'

/** The writer of workbooks comes only when it is wanted. */
const saveTemplate = () =>
  void import('./template/download-template.ts')
    .then(({ downloadTemplate }) => downloadTemplate())
    .catch((error: unknown) => toast.error(error))

export function StepFile<F>({
  parse,
  onParsed,
  onCancel,
}: {
  parse: ParseFile<F>
  onParsed: (file: F, source: File) => void
  onCancel: () => void
}) {
  const { t } = useLingui()
  const { state, read, cancel } = useParse(parse, onParsed)
  const [isOver, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  const isReading = state.kind === 'reading'
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void read([...event.dataTransfer.files])
  }
  return (
    <StepFrame
      title={t`Choose file`}
      focusesItself
      footer={
        isReading ? (
          <Button variant="default" onClick={cancel}>{t`Stop reading`}</Button>
        ) : (
          <Button variant="default" onClick={onCancel}>{t`Cancel`}</Button>
        )
      }
    >
      <div
        className={own.drop}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <IconFileSpreadsheet size={32} stroke={1.4} aria-hidden />
        <p>
          <Trans>Drop a file here, or</Trans>
        </p>
        <Button
          ref={button}
          data-autofocus
          loading={isReading}
          onClick={() => input.current?.click()}
        >{t`Choose a file`}</Button>
        <input
          ref={input}
          type="file"
          multiple
          className={own.fileInput}
          tabIndex={-1}
          aria-label={t`Spreadsheet file`}
          accept=".xlsx,.xlsm,.xls,.ods,.csv,.tsv,.txt,.docx,.docm,.dotx,.dotm,.doc,.reqif,.reqifz,.json,.jsonc,.yaml,.yml,.zip"
          onChange={(event) => {
            const files = [...(event.currentTarget.files ?? [])]
            event.currentTarget.value = ''
            void read(files)
          }}
        />
        <p className={classes.hint}>
          <Trans>
            Workbooks (.xlsx, .xlsm, .xls, .ods), tables (.csv, .tsv), Word (.docx), ReqIF (.reqif,
            .reqifz), and JSON or YAML, also several files or a .zip
          </Trans>
        </p>
        <p className={classes.hint}>
          <Trans>
            Up to 2,000 files, 50 MB and 60,000 rows. The file is read on this device and is not
            uploaded. Nothing changes until you have seen the preview.
          </Trans>
        </p>
        <Button size="xs" variant="subtle" onClick={saveTemplate}>{t`Download a template`}</Button>
      </div>
      <div role="status">
        {state.kind === 'reading' && (
          <p>
            <ReadingText {...state} />
          </p>
        )}
      </div>
      {state.kind === 'reading' && state.place !== undefined && <ReadingPlace {...state.place} />}
      <div role="alert">
        {state.kind === 'failed' && (
          <FileProblems fileName={state.fileName} problems={state.problems} />
        )}
      </div>
    </StepFrame>
  )
}

function ReadingText({ fileName, phase, place }: Extract<ParseState, { kind: 'reading' }>) {
  if (place !== undefined) return <Trans>Reading several files…</Trans>
  return phase === 'checking' ? (
    <Trans>Checking {fileName}…</Trans>
  ) : (
    <Trans>Reading {fileName}…</Trans>
  )
}

/** How far several files are read; not in the live region, which would say every file. */
function ReadingPlace({ fileName, at, of }: FilePlace) {
  const { t, i18n } = useLingui()
  const [number, total] = [i18n.number(at), i18n.number(of)]
  return (
    <>
      <progress className={classes.progress} value={at} max={of} aria-label={t`Files read`} />
      <p className={classes.fact}>
        <Trans>
          File {number} of {total}: {fileName}
        </Trans>
      </p>
    </>
  )
}
