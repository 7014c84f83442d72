import { Button, TextInput } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { keepWorkFile } from '../../lib/carried-work.ts'
import { deliverCarried } from '../../lib/deliver-carried.ts'
import { readCode } from '../../lib/work-file.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { carriedProblemText } from './carried-words.ts'
import classes from './carry-dialog.module.css'

/** Asks for the code of a file and opens it. */
export function CarryCode({ file, onDone }: { file: File; onDone: () => void }) {
  const { t } = useLingui()
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const open = async () => {
    const code = readCode(typed)
    if (code === null) return setProblem(t`Enter the 16 letters and digits of the code.`)
    setBusy(true)
    const found = await keepWorkFile(file, code).catch(toast.error)
    setBusy(false)
    if (found === undefined) return
    if (found !== null) return setProblem(carriedProblemText(found))
    toast.success(t`Work added`)
    onDone()
    void deliverCarried().catch(toast.error)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void open()
  }
  const { name } = file
  return (
    <form onSubmit={submit}>
      <p className={classes.lead}>
        <Trans>
          {name} is sealed. Your colleague's device showed its code when it saved the file.
        </Trans>
      </p>
      <TextInput
        data-autofocus
        label={t`Code of the file`}
        value={typed}
        error={problem}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        onChange={(event) => setTyped(event.currentTarget.value)}
        classNames={{ input: classes.codeInput }}
      />
      <div className={classes.buttons}>
        <Button variant="default" onClick={onDone}>{t`Back`}</Button>
        <Button type="submit" loading={isBusy}>
          {t({ message: 'Open', context: 'as an action' })}
        </Button>
      </div>
    </form>
  )
}
