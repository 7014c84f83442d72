import { Button, Checkbox, NativeSelect } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { columnLetters } from '#schema/rules/excel/excel-rows-cells.ts'
import { ExplainedButton } from '../../ui/feedback/explained-button.tsx'
import classes from './import-dialog.module.css'
import own from './step-sheet.module.css'
import type { SheetChoice } from './import-steps.tsx'
import type { OpenFile } from './parsed-file.ts'
import { ReaderFailure } from './reader/reader-failure.tsx'
import type { SheetOutline } from './reader/sheet-outline.ts'
import type { ImportTarget } from './run-import.ts'
import { SeveralSheetsButton } from './several-sheets-button.tsx'
import { StepFrame } from './step-frame.tsx'
import { TextFormatFields } from './text-format-fields.tsx'

interface StepSheetProps {
  /** As it is, or as it will be read. */
  choice: SheetChoice
  /** The columns of another sheet or header are being guessed. */
  isGuessing: boolean
  /** The reader's words; null = it has not failed. */
  failure: string | null
  onSheet: (index: number) => void
  /** The same text file, read in another way. */
  onFile: (file: OpenFile) => void
  onHeader: (row: number) => void
  onHeaderRows: (count: 1 | 2) => void
  onHidden: (isWanted: boolean) => void
  target: ImportTarget
  /** Sheets become documents of their own. */
  onSeveral: () => void
  onBack: () => void
  onNext: () => void
}

export function StepSheet(props: StepSheetProps) {
  const { choice, isGuessing, failure, target } = props
  const { onSheet, onFile, onHeader, onHeaderRows, onHidden, onSeveral, onBack, onNext } = props
  const { t } = useLingui()
  const { file, sheetIndex, headerRow, mapping } = choice
  const firstHeaderRow = headerRow - (mapping.headerRows ?? 1) + 1
  const { firstRows = [], width = 0, hiddenRows = [] } = file.sheets[sheetIndex] ?? {}
  const hidden = hiddenRows.filter((row) => row > headerRow).length
  const { fileName } = file
  return (
    <StepFrame
      title={t`Choose the sheet and header row`}
      footer={
        <>
          <Button variant="default" onClick={onBack}>{t`Back`}</Button>
          <ExplainedButton
            reason={isGuessing ? t`The columns are still being read.` : null}
            onClick={onNext}
          >{t`Next: match the columns`}</ExplainedButton>
        </>
      }
    >
      <div className={own.fields}>
        {file.sheets.length > 1 ? (
          <NativeSelect
            label={t`Sheet`}
            value={String(sheetIndex)}
            onChange={(event) => onSheet(Number(event.currentTarget.value))}
            data={file.sheets.map(({ name, isHidden }, index) => ({
              value: String(index),
              label: isHidden === true ? t`${name} (hidden)` : name,
            }))}
          />
        ) : (
          <p className={classes.fact}>
            <Trans>
              File: <strong>{fileName}</strong>
            </Trans>
          </p>
        )}
        {file.kind === 'csv' && file.source !== undefined && (
          <TextFormatFields file={file} source={file.source} onFile={onFile} />
        )}
        <SheetFacts choice={choice} isGuessing={isGuessing} />
        {!isGuessing && <SeveralSheetsButton choice={choice} target={target} onOpen={onSeveral} />}
      </div>
      {file.withoutList !== undefined && <WithoutList names={file.withoutList} />}
      {failure !== null && <ReaderFailure words={failure} />}
      <label className={own.noHeader}>
        <input
          type="radio"
          name="header-row"
          checked={headerRow === 0}
          onChange={() => onHeader(0)}
        />{' '}
        <Trans>No header row</Trans>
      </label>
      {headerRow > 1 && (
        <Checkbox
          mb={8}
          label={t`The column names stand in two rows`}
          checked={mapping.headerRows === 2}
          onChange={(event) => onHeaderRows(event.currentTarget.checked ? 2 : 1)}
        />
      )}
      {hidden > 0 && (
        <Checkbox
          mb={8}
          label={<HiddenRowsText file={file} hidden={hidden} />}
          checked={mapping.withHidden === true}
          onChange={(event) => onHidden(event.currentTarget.checked)}
        />
      )}
      <div className={own.grid} role="region" aria-label={t`First rows of the sheet`} tabIndex={0}>
        <FirstRows
          firstRows={firstRows}
          width={width}
          headerRow={headerRow}
          firstHeaderRow={firstHeaderRow}
          skipped={[...(mapping.skipped ?? []), ...(mapping.withHidden === true ? [] : hiddenRows)]}
          hidden={hiddenRows}
          hiddenText={file.kind === 'word' ? t`left out` : t`hidden`}
          onHeader={onHeader}
        />
      </div>
    </StepFrame>
  )
}

function HiddenRowsText({ file, hidden }: { file: OpenFile; hidden: number }) {
  return file.kind === 'word' ? (
    <Plural
      value={hidden}
      one="Import the paragraph that is no requirement, too"
      other="Import the # paragraphs that are no requirements, too"
    />
  ) : (
    <Plural
      value={hidden}
      one="Import the row that the workbook hides, too"
      other="Import the # rows that the workbook hides, too"
    />
  )
}

/** Shows the number of data rows and facts that affect the import, such as merged cells. */
function SheetFacts({ choice, isGuessing }: { choice: SheetChoice; isGuessing: boolean }) {
  const { i18n } = useLingui()
  const { file, sheetIndex, headerRow, mapping } = choice
  const sheet = file.sheets[sheetIndex]
  const hidden = (sheet?.hiddenRows ?? []).filter((row) => row > headerRow).length
  const merged = sheet?.merges ?? 0
  if (isGuessing)
    return (
      <p className={classes.fact} role="status">
        <Trans>Reading the columns…</Trans>
      </p>
    )
  const dataRows = i18n.number(Math.max(0, (sheet?.rowCount ?? 0) - headerRow))
  return (
    <p className={classes.fact} role="status">
      {headerRow === 0 ? (
        <Trans>No header row, {dataRows} rows of data</Trans>
      ) : (
        <Trans>
          Header in row {headerRow}, {dataRows} rows of data
        </Trans>
      )}
      {hidden > 0 && mapping.withHidden !== true && (
        <>
          {' '}
          ·{' '}
          {file.kind === 'word' ? (
            <Plural
              value={hidden}
              one="# other paragraph left out"
              other="# other paragraphs left out"
            />
          ) : (
            <Plural value={hidden} one="# hidden row left out" other="# hidden rows left out" />
          )}
        </>
      )}
      {file.hiddenTexts !== undefined && (
        <>
          {' '}
          ·{' '}
          <Plural
            value={file.hiddenTexts}
            one="# hidden text left out"
            other="# hidden texts left out"
          />
        </>
      )}
      {merged > 0 && (
        <>
          {' '}
          · <Trans>{merged} merged ranges</Trans>
        </>
      )}
    </p>
  )
}

/** Names files that give no sheet, so that none is missing unnoticed. */
function WithoutList({ names }: { names: readonly string[] }) {
  const count = names.length
  const list = names.slice(0, MOST_NAMES).join(', ')
  return (
    <p className={classes.fact}>
      <Plural
        value={count}
        one="One file contains no list that could be requirements:"
        other="# files contain no list that could be requirements:"
      />{' '}
      {count > MOST_NAMES ? `${list}, …` : list}
    </p>
  )
}
const MOST_NAMES = 20

interface FirstRowsProps {
  firstRows: SheetOutline['firstRows']
  width: number
  headerRow: number
  firstHeaderRow: number
  /** Rows below the header that are left out. */
  skipped: readonly number[]
  /** Rows that the workbook does not show, or paragraphs that are no requirements. */
  hidden: readonly number[]
  hiddenText: string
  onHeader: (row: number) => void
}

function FirstRows(props: FirstRowsProps) {
  const { firstRows, width, headerRow, firstHeaderRow, skipped, hidden, hiddenText } = props
  const { onHeader } = props
  const { t } = useLingui()
  const columns = Array.from({ length: width }, (_, column) => column)
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">
            <Trans>Header</Trans>
          </th>
          {columns.map((column) => (
            <th key={column} scope="col">
              {columnLetters(column)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {firstRows.map((cells, index) => {
          const row = index + 1
          const isHeader = row >= firstHeaderRow && row <= headerRow
          return (
            <tr
              key={row}
              data-header={isHeader || undefined}
              data-skipped={
                (!isHeader && (row < firstHeaderRow || skipped.includes(row))) || undefined
              }
            >
              <th scope="row">
                <label>
                  <input
                    type="radio"
                    name="header-row"
                    checked={row === headerRow}
                    aria-label={t`Row ${row} is the header row`}
                    onChange={() => onHeader(row)}
                  />{' '}
                  {row}
                  {hidden.includes(row) && <span className={own.hidden}>{hiddenText}</span>}
                </label>
              </th>
              {columns.map((column) => {
                const text = cells[column] ?? ''
                return (
                  <td key={column} title={text.length > 30 ? text : undefined}>
                    {text.slice(0, 200)}
                  </td>
                )
              })}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
