import { Plural, Trans } from '@lingui/react/macro'
import classes from '../import-dialog.module.css'
import type { AttachedFiles } from './attach-files.ts'

/** What became of the files of an archive. */
export function FilesDone({ files }: { files: AttachedFiles }) {
  const { added, refused, missing } = files
  const left = refused.length + missing.length
  return (
    <>
      {added.length > 0 && (
        <p className={classes.fact}>
          <Plural
            value={added.length}
            one="One file was attached to its requirement."
            other="# files were attached to their requirements."
          />
        </p>
      )}
      {left > 0 && (
        <details className={classes.unknown}>
          <summary>
            <Plural
              value={left}
              one="One file was not attached"
              other="# files were not attached"
            />
          </summary>
          <ul>
            {refused.map(({ name, text }) => (
              <li key={name}>
                {name}: {text}
              </li>
            ))}
            {missing.map((name) => (
              <li key={name}>
                <Trans>{name}: not in the archive</Trans>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}
