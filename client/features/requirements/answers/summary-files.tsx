import type { ParameterValue } from '#schema/entities/parameter.ts'
import type { AnswerPlace } from './answer-field-props.ts'
import { AnswerFiles } from './answer-files.tsx'
import { useFoundFiles } from './use-answer-files.ts'

interface SummaryFilesProps {
  place: AnswerPlace
  label: string
  value: ParameterValue
}

/** The files of a read-only answer. */
export function SummaryFiles({ place, label, value }: SummaryFilesProps) {
  const found = useFoundFiles(place, value)
  return <AnswerFiles projectId={place.projectId} label={label} found={found} />
}
