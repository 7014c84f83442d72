import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Definition, Parameter } from '#schema/entities/parameter.ts'
import { validateDefinition } from '#schema/rules/definition/definition-validation.ts'
import { everyParameter } from '#schema/rules/definition/parameters.ts'
import { codeText } from '#client/ui/feedback/refusal-text.ts'
import { missingConditions, type FieldsEdit } from './condition-targets.ts'
import { labelList } from './label-list.ts'

export type Half = 'answer' | 'content'
/**
 * The property of a definition with the fields that vendors answer, and with those that requestors
 * fill.
 */
export const HALF = { answer: 'suppliersCommitment', content: 'contentConfiguration' } as const

/** Finds the field that a problem's path refers to, by position or by id. */
export function parameterAt(definition: Definition, path: string): Parameter | undefined {
  const parts = path.replace(/^definition\./, '').split('.')
  const all = everyParameter([
    ...definition.contentConfiguration.parameters,
    ...definition.suppliersCommitment.parameters,
  ])
  const start = Object.values(HALF).find((name) => name === parts[0])
  if (start === undefined || parts[1] !== 'parameters')
    return all.find(({ id, key }) => id === parts[0] || id === parts[1] || key === parts[0])
  let list: readonly Parameter[] = definition[start].parameters
  let found: Parameter | undefined
  for (let at = 2; at < parts.length; at += 2) {
    const next = list[Number(parts[at])]
    if (!next) break
    found = next
    list = next.parameters ?? []
    if (parts[at + 1] !== 'parameters') break
  }
  return found
}

export interface ShownProblem {
  where: string
  text: string
}

export function problemsByParameter(definition: Definition): ReadonlyMap<string, ShownProblem[]> {
  const problems = new Map<string, ShownProblem[]>()
  for (const { path, code, detail } of validateDefinition(definition)) {
    const parameter = parameterAt(definition, path)
    if (!parameter) continue
    problems.set(parameter.id, [
      ...(problems.get(parameter.id) ?? []),
      { where: path, text: codeText(code, detail) },
    ])
  }
  return problems
}

/** Adds a problem to each field whose condition refers to a field that some requirements lack. */
export function withMissing(
  problems: ReadonlyMap<string, ShownProblem[]>,
  edit: FieldsEdit,
): ReadonlyMap<string, ShownProblem[]> {
  const all = new Map(problems)
  for (const { id, name, lacking } of missingConditions(edit)) {
    const labels = labelList(lacking)
    const text = i18n._(
      msg`A condition looks at “${name}”, which is missing in ${labels}. Choose another field.`,
    )
    all.set(id, [...(all.get(id) ?? []), { where: `${id}.conditions`, text }])
  }
  return all
}
