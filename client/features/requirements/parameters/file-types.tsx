import { Checkbox } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Validation } from '#schema/entities/parameter.ts'
import { ALLOWED_MIMES } from '#schema/rules/definition/field-rules.ts'
import { mimesOf } from '#schema/rules/definition/file-field.ts'
import { FILE_TYPES } from '#schema/tables/file-types.ts'
import classes from './parameter-editor.module.css'

/** The types of the specification that can be attached, with their extensions. */
const OFFERED = ALLOWED_MIMES.flatMap((mime) => {
  const extensions = FILE_TYPES.filter((type) => type.mime === mime).map(
    ({ extension }) => `.${extension}`,
  )
  return extensions.length === 0 ? [] : [{ mime, extensions: extensions.join(', ') }]
})

interface FileTypesProps {
  value: Validation['value']
  error: string | undefined
  /** The chosen types, divided by commas; '' = every type that can be attached. */
  onChange: (value: string) => void
}

/** The types to which the files of a field are restricted. */
export function FileTypes({ value, error, onChange }: FileTypesProps) {
  const { t } = useLingui()
  return (
    <Checkbox.Group
      size="xs"
      label={t`Only these types of files`}
      description={
        <Trans>None ticked = every type that can be attached, also PDF and office files</Trans>
      }
      error={error}
      value={mimesOf(value)}
      onChange={(chosen) => onChange(chosen.join(','))}
    >
      <div className={classes.types}>
        {OFFERED.map(({ mime, extensions }) => (
          <Checkbox key={mime} size="xs" value={mime} label={extensions} />
        ))}
      </div>
    </Checkbox.Group>
  )
}
