import { useRef, useState } from 'react'
import type { HeaderGuess } from '#schema/rules/excel/guess/header.ts'
import type { ImportMapping } from '#schema/rules/excel/excel-rows-mapping.ts'
import type { SheetChoice } from './import-steps.tsx'
import type { OpenFile } from './parsed-file.ts'
import type { SheetGuess } from './reader/questions.ts'
import { useQuestion } from './reader/use-answer.ts'
import { mappingFor } from './remembered.ts'
import type { ImportTarget } from './run-import.ts'
import { StepSheet } from './step-sheet.tsx'

interface ChooseSheetProps {
  choice: SheetChoice
  target: ImportTarget
  onChoice: (choice: SheetChoice) => void
  onFile: (file: OpenFile) => void
  onSeveral: () => void
  onBack: () => void
  onNext: () => void
}

/** What a person wants to be read while its columns are guessed. */
interface Wanted {
  sheetIndex: number
  header?: HeaderGuess
  /** Chosen since. */
  withHidden?: boolean
}

/** A sheet as guessed, or as the last file was read. */
export const choiceOf = (
  target: ImportTarget,
  { file, sheetIndex }: Pick<SheetChoice, 'file' | 'sheetIndex'>,
  { headerRow, names, mapping }: SheetGuess,
): SheetChoice => {
  const remembered = mappingFor(target, { names, mapping })
  return {
    ...{ file, sheetIndex, headerRow, names },
    mapping: remembered ?? mapping,
    ...(remembered === null ? {} : { isRemembered: true }),
  }
}

/** Another header row of the same sheet keeps a mapping that a person has changed. */
const withHeader = (
  choice: SheetChoice,
  { row: headerRow, depth: headerRows }: HeaderGuess,
  { names }: SheetGuess,
): SheetChoice => ({
  ...choice,
  ...{ headerRow, names },
  mapping: { ...choice.mapping, headerRows },
})

const hiddenIn = (mapping: ImportMapping, withHidden: boolean | undefined): ImportMapping =>
  withHidden === undefined ? mapping : { ...mapping, withHidden }

/** Neither a row nor 0 for none. */
const NOT_KNOWN = -1

/** The choice as the person sees it while its columns are guessed. */
const shownOf = (choice: SheetChoice, wanted: Wanted | null): SheetChoice => {
  if (wanted === null) return choice
  const { sheetIndex, header, withHidden } = wanted
  return {
    ...choice,
    sheetIndex,
    headerRow: header?.row ?? NOT_KNOWN,
    mapping: hiddenIn({ ...choice.mapping, headerRows: header?.depth ?? 1 }, withHidden),
  }
}

/** The step of sheet and header, whose columns the reader guesses. */
export function ChooseSheet(props: ChooseSheetProps) {
  const { choice, target, onChoice, onFile, onSeveral, onBack, onNext } = props
  const [wanted, setWanted] = useState<Wanted | null>(null)
  /** Chosen while the columns are guessed. */
  const withHidden = useRef<boolean>(undefined)
  const { ask, cancel, isAsking, failure } = useQuestion()
  const shown = shownOf(choice, isAsking ? wanted : null)
  const take = ({ sheetIndex, header }: Wanted, guess: SheetGuess) => {
    const isKept = choice.isMapped === true && sheetIndex === choice.sheetIndex
    const place = { file: choice.file, sheetIndex }
    const found =
      header === undefined
        ? choiceOf(target, place, guess)
        : isKept
          ? withHeader(choice, header, guess)
          : choiceOf(target, place, { ...guess, headerRow: header.row })
    onChoice({ ...found, mapping: hiddenIn(found.mapping, withHidden.current) })
  }
  const read = (next: Wanted) => {
    const { sheetIndex, header } = next
    withHidden.current = undefined
    setWanted(next)
    void ask(
      (signal) => choice.file.reader.run((put) => put('guess', { sheetIndex, header }), signal),
      (guess) => take(next, guess),
    )
  }
  const hide = (isWanted: boolean) => {
    if (!isAsking || wanted === null)
      return onChoice({ ...choice, mapping: { ...choice.mapping, withHidden: isWanted } })
    withHidden.current = isWanted
    setWanted({ ...wanted, withHidden: isWanted })
  }
  return (
    <StepSheet
      choice={shown}
      isGuessing={isAsking}
      {...{ failure, target, onSeveral, onBack, onNext }}
      onFile={(file) => {
        cancel()
        onFile(file)
      }}
      onSheet={(sheetIndex) => read({ sheetIndex })}
      onHeader={(row) => read({ sheetIndex: shown.sheetIndex, header: { row, depth: 1 } })}
      onHeaderRows={(depth) =>
        read({ sheetIndex: shown.sheetIndex, header: { row: shown.headerRow, depth } })
      }
      onHidden={hide}
    />
  )
}
