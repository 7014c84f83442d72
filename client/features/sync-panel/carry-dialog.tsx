import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { Button } from '@mantine/core'
import { WORK_FILE_ENDING } from '#schema/api/work-file.ts'
import { checkWorkFile } from '../../lib/work-file.ts'
import { useCarried } from '../../lib/carried-work.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { carriedProblemText } from './carried-words.ts'
import { CarriedRow } from './carried-row.tsx'
import { CarryCode } from './carry-code.tsx'
import { CarryOut } from './carry-out.tsx'
import classes from './carry-dialog.module.css'

/**
 * Carries unsent work between two devices of one vendor by a file, both ways: saves this device's
 * work for a colleague, and shows and delivers the work of colleagues.
 */
export function CarryDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const [file, setFile] = useState<File | null>(null)
  return (
    <Dialog
      onClose={onClose}
      title={t`Carry work by file`}
      size="lg"
      zIndex={360}
      closeOnClickOutside={false}
      // A typed code is worth no question.
      keepsText
    >
      {file === null ? (
        <Both onFile={setFile} />
      ) : (
        <CarryCode file={file} onDone={() => setFile(null)} />
      )}
    </Dialog>
  )
}

function Both({ onFile }: { onFile: (file: File) => void }) {
  return (
    <>
      <CarryOut />
      <CarryIn onFile={onFile} />
    </>
  )
}

function CarryIn({ onFile }: { onFile: (file: File) => void }) {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const carried = useCarried()
  const take = (file: File) =>
    void checkWorkFile(file).then((found) => {
      if (found === null) onFile(file)
      else setProblem(`${file.name}: ${carriedProblemText(found)}`)
    })
  return (
    <section aria-labelledby="carry-in" className={classes.part}>
      <h3 id="carry-in">
        <Trans>Work of colleagues</Trans>
      </h3>
      <p className={classes.lead}>
        <Trans>
          Open a file from a colleague to read their unsent work here. Your own work does not
          change. As soon as this device is online, it delivers the work as theirs, and nothing is
          saved twice.
        </Trans>
      </p>
      <Button variant="default" onClick={() => input.current?.click()}>{t`Open a file`}</Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={WORK_FILE_ENDING}
        aria-label={t`File of carried work`}
        onChange={(event) => {
          const chosen = event.currentTarget.files?.[0]
          event.currentTarget.value = ''
          if (chosen !== undefined) take(chosen)
        }}
      />
      <div role="alert">{problem !== null && <p className={classes.problem}>{problem}</p>}</div>
      {carried?.length === 0 && (
        <p className={classes.dim}>
          <Trans>No work of colleagues on this device yet.</Trans>
        </p>
      )}
      {carried !== null && carried.length > 0 && (
        <ul className={classes.list} aria-label={t`Work of colleagues on this device`}>
          {carried.map((record) => (
            <CarriedRow key={record.key} record={record} />
          ))}
        </ul>
      )}
    </section>
  )
}
