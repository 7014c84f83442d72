import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { diffDefinitions, type ParameterDiff } from '#schema/rules/diff/diff-parameters.ts'
import type { TreeDiff } from '#schema/rules/diff/diff-tree.ts'
import { SETTINGS, valueText } from './definition-words.ts'

/** One text of a row in both versions; equal texts are shown once. */
export interface FieldDifference {
  key: string
  label: string
  before: string
  after: string
  /** The field itself is only in one of the versions. */
  presence?: 'new' | 'removed'
}

export const FIELD_NAMES: Readonly<Record<string, MessageDescriptor>> = {
  name: msg`Name`,
  prefix: msg`Prefix`,
  weight: msg`Weight`,
  vendorHelp: msg`Help for vendors`,
  evaluatorHelp: msg`Help for evaluators`,
  place: msg`Place`,
  definition: msg`Fields`,
}
export const fieldName = (field: string): string => {
  const name = FIELD_NAMES[field]
  return name === undefined ? field : i18n._(name)
}

const textOf = (row: object | null, field: string): string => {
  const value = (row as Record<string, unknown> | null)?.[field]
  if (typeof value === 'number') return field === 'weight' ? `${value} %` : String(value)
  return typeof value === 'string' ? value : ''
}

/** The fields of a definition that differ. */
export const changedParameters = (node: TreeDiff): ParameterDiff[] => {
  if (node.kind !== 'requirement' || node.before === null || node.after === null) return []
  if (node.before.definition === node.after.definition) return []
  return diffDefinitions(node.before.definition, node.after.definition).filter(
    ({ status }) => status !== 'UNCHANGED',
  )
}

const parameterDifferences = (diff: ParameterDiff): FieldDifference[] => {
  const { before, after, half, id, changes } = diff
  const name = (after ?? before)?.name ?? ''
  const key = `${half}.${id}`
  if (before === null || after === null) {
    return [
      {
        key,
        label: name,
        before: before === null ? '' : valueText(before),
        after: after === null ? '' : valueText(after),
        presence: before === null ? 'new' : 'removed',
      },
    ]
  }
  const shown = new Map<string, FieldDifference>()
  for (const [change, setting] of Object.entries(SETTINGS)) {
    if (!changes.includes(change)) continue
    const label = change === 'value' ? name : `${name} · ${i18n._(setting.name)}`
    const difference = { label, before: setting.text(before), after: setting.text(after) }
    if (difference.before !== difference.after)
      shown.set(label, { key: `${key}.${change}`, ...difference })
  }
  if (shown.size > 0) return [...shown.values()]
  // What else changed has no text: the width, the place in the form or the key.
  const layout = i18n._(msg`Settings of the field`)
  return [{ key, label: `${name} · ${layout}`, before: '', after: '' }]
}

const OWN_FIELDS: Readonly<Record<TreeDiff['kind'], readonly string[]>> = {
  package: ['name', 'weight'],
  document: ['name', 'prefix', 'weight'],
  section: ['name'],
  requirement: ['name', 'vendorHelp', 'evaluatorHelp'],
}

/** The content of a row that only one version has. */
const onlyDifferences = (node: TreeDiff): FieldDifference[] => {
  const own = OWN_FIELDS[node.kind].map((field) => ({
    key: field,
    label: fieldName(field),
    before: textOf(node.before, field),
    after: textOf(node.after, field),
  }))
  if (node.kind !== 'requirement') return own
  const empty = '{"contentConfiguration":{"parameters":[]},"suppliersCommitment":{"parameters":[]}}'
  const parameters = diffDefinitions(
    node.before?.definition ?? empty,
    node.after?.definition ?? empty,
  ).flatMap(parameterDifferences)
  return [...own, ...parameters.map(({ presence: _presence, ...difference }) => difference)]
}

/** What differs in a row, field by field; of a new or removed row, its content. */
export const fieldDifferences = (node: TreeDiff): FieldDifference[] => {
  if (node.before === null || node.after === null)
    return onlyDifferences(node).filter(({ before, after }) => before !== '' || after !== '')
  const own = node.changes
    .filter((field) => field !== 'place' && field !== 'definition')
    .map((field) => ({
      key: field,
      label: fieldName(field),
      before: textOf(node.before, field),
      after: textOf(node.after, field),
    }))
  return [...own, ...changedParameters(node).flatMap(parameterDifferences)]
}

/** The names of what changed in a row, for its line. */
export const changeNames = (node: TreeDiff): string[] =>
  node.changes
    .filter((field) => field !== 'place')
    .flatMap((field) => {
      if (field !== 'definition') return [fieldName(field)]
      return changedParameters(node).map(({ before, after }) => (after ?? before)?.name ?? '')
    })
