import { NativeSelect } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { FileProblems } from './file-problems.tsx'
import { openFile } from './parse-file.ts'
import own from './step-sheet.module.css'
import {
  type Delimiter,
  DELIMITERS,
  type OpenFile,
  TEXT_ENCODINGS,
  type TextReading,
} from './parsed-file.ts'
import { useParse } from './use-parse.ts'

/** How a text file is read. A change reads it again, so that the rows below show what it means. */
export function TextFormatFields({
  file,
  source,
  onFile,
}: {
  file: OpenFile
  source: File
  onFile: (file: OpenFile) => void
}) {
  const { t } = useLingui()
  const { state, read } = useParse(openFile, (parsed) => onFile({ ...parsed, source }))
  const { encoding = 'UTF-8', fileName } = file
  const delimiter = DELIMITERS.find((one) => one === file.delimiter)
  const change = (next: TextReading) =>
    void read([source], { encoding, ...(delimiter === undefined ? {} : { delimiter }), ...next })
  const names: Record<Delimiter, string> = {
    ',': t`Comma`,
    ';': t`Semicolon`,
    '\t': t`Tab`,
    '|': t`Vertical bar`,
  }
  return (
    <>
      <NativeSelect
        label={t`Encoding`}
        value={encoding}
        data={[...TEXT_ENCODINGS]}
        onChange={({ currentTarget: { value } }) =>
          change({ encoding: TEXT_ENCODINGS.find((one) => one === value) ?? 'UTF-8' })
        }
      />
      <NativeSelect
        label={t`Separator`}
        value={delimiter ?? ''}
        data={[
          ...(delimiter === undefined ? [{ value: '', label: t`Other` }] : []),
          ...DELIMITERS.map((value) => ({ value, label: names[value] })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          change({ delimiter: DELIMITERS.find((one) => one === value) ?? ',' })
        }
      />
      <p className={own.reading} role="status">
        {state.kind === 'reading' && <Trans>Reading {fileName}…</Trans>}
      </p>
      <div className={own.problems} role="alert">
        {state.kind === 'failed' && (
          <FileProblems fileName={state.fileName} problems={state.problems} />
        )}
      </div>
    </>
  )
}
