import { Trans } from '@lingui/react/macro'
import classes from '../import-dialog.module.css'

/** Says that the reader of the file failed, in its words. */
export function ReaderFailure({ words }: { words: string }) {
  return (
    <div className={classes.problems} role="alert">
      <p>
        <Trans>Reading the file failed. Choose the file again, or another one.</Trans>
      </p>
      {words !== '' && <p>{words}</p>}
    </div>
  )
}
