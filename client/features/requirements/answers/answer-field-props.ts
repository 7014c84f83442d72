import type { CommitmentValues } from '#schema/entities/commitment.ts'
import type { Parameter, ParameterValue } from '#schema/entities/parameter.ts'
import type { Release } from '#schema/entities/project.ts'

/** The answer to which a field for files attaches them. */
export interface AnswerPlace {
  projectId: string
  requirementId: string
  vendorId: number
}

export interface AnswerFieldProps {
  parameter: Parameter
  values: CommitmentValues
  releases: readonly Release[]
  /** Error texts by field. */
  errors: ReadonlyMap<string, string>
  isReadOnly: boolean
  onChange: (field: string, value: ParameterValue) => void
  onLeave: (field: string) => void
  /** Absent = nothing is saved, as in a preview. */
  place?: AnswerPlace | undefined
  /** Saves one field at once; resolves when it is on this device. */
  onSave?: ((field: string, value: ParameterValue) => Promise<void>) | undefined
}

export const inputIdOf = (field: string): string => `answer-${field.replace(/[^\w-]/g, '_')}`

export const isRequired = (parameter: Parameter): boolean =>
  (parameter.validations ?? []).some(({ kind, when }) => kind === 'required' && !when)
