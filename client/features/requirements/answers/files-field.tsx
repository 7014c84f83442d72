import { Button, Input } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import type { Parameter, ParameterValue } from '#schema/entities/parameter.ts'
import { mimesOf } from '#schema/rules/definition/file-field.ts'
import { FILE_LIMITS, FILE_TYPES } from '#schema/tables/file-types.ts'
import { formatBytes } from '#client/ui/browser/format-bytes.ts'
import {
  type AnswerFieldProps,
  type AnswerPlace,
  inputIdOf,
  isRequired,
} from './answer-field-props.ts'
import { AnswerFiles } from './answer-files.tsx'
import { useAnswerFiles, useFoundFiles } from './use-answer-files.ts'
import classes from './files-field.module.css'

const extensionsOf = ({ validations = [] }: Parameter): string => {
  const mimes = mimesOf(validations.find(({ kind }) => kind === 'mimes')?.value)
  return FILE_TYPES.filter(({ mime }) => mimes.length === 0 || mimes.includes(mime))
    .map(({ extension }) => `.${extension}`)
    .join(', ')
}

/** A field of an answer that takes files as evidence. */
export function FilesField(props: AnswerFieldProps) {
  const { parameter, errors, place, onSave, isReadOnly } = props
  const { id: field, name } = parameter
  return (
    <Input.Wrapper
      labelElement="div"
      id={inputIdOf(field)}
      tabIndex={-1}
      role="group"
      label={name}
      labelProps={{ id: `${inputIdOf(field)}-label` }}
      aria-labelledby={`${inputIdOf(field)}-label`}
      withAsterisk={isRequired(parameter)}
      description={<Bounds parameter={parameter} />}
      error={errors.get(field)}
    >
      {place === undefined || onSave === undefined ? (
        <p className={classes.none}>
          <Trans>Vendors attach files here.</Trans>
        </p>
      ) : (
        <FilesOfField
          parameter={parameter}
          place={place}
          value={props.values[field] ?? null}
          isReadOnly={isReadOnly}
          onSave={(value) => onSave(field, value)}
        />
      )}
    </Input.Wrapper>
  )
}

/** What the field accepts, in words. */
function Bounds({ parameter }: { parameter: Parameter }) {
  const { t } = useLingui()
  const bound = (kind: string): string | undefined => {
    const found = (parameter.validations ?? []).find((one) => one.kind === kind)?.value
    return found === undefined ? undefined : String(found)
  }
  const [fewest, most, size] = [bound('min_value'), bound('max_value'), bound('size')]
  const limit = formatBytes(FILE_LIMITS.bytes)
  const parts = [
    fewest === undefined ? null : t`at least ${fewest} files`,
    most === undefined ? null : most === '1' ? t`one file` : t`at most ${most} files`,
    size === undefined ? t`up to ${limit} each` : t`each smaller than ${size} KB`,
    bound('mimes') === undefined ? null : extensionsOf(parameter),
  ]
  return <>{parts.filter((part) => part !== null).join(' · ')}</>
}

interface FilesOfFieldProps {
  parameter: Parameter
  place: AnswerPlace
  value: ParameterValue
  isReadOnly: boolean
  onSave: (value: ParameterValue) => Promise<void>
}

function FilesOfField({ parameter, place, value, isReadOnly, onSave }: FilesOfFieldProps) {
  const { t } = useLingui()
  const { name } = parameter
  const input = useRef<HTMLInputElement>(null)
  const found = useFoundFiles(place, value)
  const { isBusy, problems, add, remove } = useAnswerFiles({
    place,
    parameter,
    value,
    save: onSave,
  })
  return (
    <>
      <AnswerFiles
        projectId={place.projectId}
        label={t`Files of ${name}`}
        found={found}
        onRemove={isReadOnly ? undefined : (file) => void remove(file)}
      />
      {problems.length > 0 && (
        <div role="alert">
          <ul className={classes.problems}>
            {problems.map(({ name: file, text }, at) => (
              <li key={`${at} ${file}`}>
                <strong>{file}</strong>: {text}
              </li>
            ))}
          </ul>
        </div>
      )}
      {!isReadOnly && (
        <>
          <input
            ref={input}
            type="file"
            multiple
            hidden
            accept={extensionsOf(parameter)}
            aria-label={t`Choose files for ${name}`}
            onChange={(event) => {
              void add([...(event.currentTarget.files ?? [])])
              event.currentTarget.value = ''
            }}
          />
          <Button
            size="compact-sm"
            variant="default"
            loading={isBusy}
            aria-label={t`Attach files to ${name}`}
            onClick={() => input.current?.click()}
          >
            <Trans>Attach files…</Trans>
          </Button>
        </>
      )}
    </>
  )
}
