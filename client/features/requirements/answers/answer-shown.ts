import type { ParameterValue } from '#schema/entities/parameter.ts'
import { answerFields, parseDefinition } from '#schema/rules/definition/parameters.ts'
import { readRow, readRows } from '#client/lib/project-store.ts'
import { answerText, releaseOptions } from './answer-fields.ts'

interface At {
  projectId: string
  requirementId: string
  field: string
}

/** A field's value as readable text, with names for options and releases. */
export function answerShown(
  { projectId, requirementId, field }: At,
  value: ParameterValue,
): string {
  const requirement = readRow(projectId, 'requirement', requirementId)
  const found =
    requirement &&
    answerFields(parseDefinition(requirement.definition)).find(({ key }) => key === field)
  if (found?.part !== 'release') return answerText(found?.parameter, value)
  const releases = readRows(projectId, 'release', { projectId })
  return (
    releaseOptions(releases).find((option) => option.value === value)?.label ?? String(value ?? '')
  )
}
