import { useState } from 'react'
import { existingRows } from '../existing-rows.ts'
import type { SheetChoice } from '../import-steps.tsx'
import { useQuestion } from '../reader/use-answer.ts'
import type { ImportTarget } from '../run-import.ts'
import { type ReqifChoice, sheetOfReqif, withSpecification } from './reqif-choice.ts'
import { StepReqif } from './step-reqif.tsx'

interface ChooseSpecificationProps {
  choice: ReqifChoice
  target: ImportTarget
  onChoice: (choice: ReqifChoice) => void
  /** Specifications become documents of their own. */
  onSeveral: () => void
  onBack: () => void
  onNext: (choice: SheetChoice) => void
}

/** The step of a ReqIF file, whose attributes and table the reader makes. */
export function ChooseSpecification(props: ChooseSpecificationProps) {
  const { choice, target, onChoice, onNext, onSeveral, onBack } = props
  /** The specification whose attributes are read; null = the table is made. */
  const [wanted, setWanted] = useState<number | null>(null)
  const { ask, isAsking, failure } = useQuestion()
  return (
    <StepReqif
      choice={isAsking && wanted !== null ? { ...choice, at: wanted } : choice}
      reading={!isAsking ? null : wanted === null ? 'table' : 'attributes'}
      {...{ failure, onChoice, onSeveral, onBack }}
      onSpecification={(at) => {
        setWanted(at)
        void ask((signal) => withSpecification(choice, at, signal), onChoice)
      }}
      onNext={() => {
        setWanted(null)
        void ask(
          async (signal) => await sheetOfReqif(choice, await existingRows(target), signal),
          onNext,
        )
      }}
    />
  )
}
