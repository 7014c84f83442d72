import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Release } from '#schema/entities/project.ts'
import type { HistoryEntry } from '#client/lib/history-copy.ts'
import { releaseOptions } from '../answers/answer-fields.ts'

export type Entry = HistoryEntry
export type Change = Entry['changes'][number]

const KINDS = {
  created: msg`Requirement created`,
  changed: msg`Requirement changed`,
  added: msg`New fields added to the requirement`,
  deleted: msg`Requirement deleted`,
}
const ANSWER_KINDS = {
  created: msg`Answer started`,
  changed: msg`Answer changed`,
  added: msg`Answer changed`,
  deleted: msg`Answer deleted`,
}

const PART_KINDS = {
  created: msg({ message: 'Added', context: 'as an event' }),
  changed: msg({ message: 'Changed', context: 'as an event' }),
  added: msg({ message: 'Changed', context: 'as an event' }),
  deleted: msg({ message: 'Deleted', context: 'as an event' }),
}
const PARTS: { readonly [E in Entry['entity']]?: typeof KINDS.created } = {
  document: msg`Document`,
  section: msg`Section`,
  attachment: msg`File`,
  comment: msg`Comment`,
  reply: msg({ message: 'Reply', context: 'a text' }),
  publication: msg`Published answer`,
}

/** What happened, in words. */
export const entryText = ({ entity, kind }: Entry): string => {
  const part = PARTS[entity]
  if (part !== undefined) return `${i18n._(part)}: ${i18n._(PART_KINDS[kind])}`
  return i18n._(
    entity === 'requirement'
      ? KINDS[kind]
      : entity === 'override'
        ? msg`Value of the evaluation changed`
        : ANSWER_KINDS[kind],
  )
}

const NAMES: Record<string, typeof KINDS.created> = {
  name: msg`Name`,
  prefix: msg`Prefix`,
  vendorHelp: msg`Help for vendors`,
  evaluatorHelp: msg`Help for evaluators`,
  excluded: msg`Excluded`,
  sectionId: msg`Section`,
  sourceId: msg`Source ID`,
  submitted: msg`Submitted`,
  weight: msg`Weight`,
  options: msg`Options`,
  value: msg`Value`,
}
const isRelease = (field: string): boolean =>
  field.startsWith('values.') && field.endsWith('.release')

/** The name of the changed field: that of the parameter, with the part of it that changed. */
export const changeName = ({ field, label }: Change): string => {
  const part = field.slice(field.lastIndexOf('.') + 1)
  const name = NAMES[part]
  const partText = isRelease(field)
    ? i18n._(msg`Release`)
    : name === undefined
      ? i18n._(msg`Settings of the field`)
      : i18n._(name)
  if (label === null) return field.startsWith('values.') ? i18n._(msg`Removed field`) : partText
  if (/^[+-]/.test(field) || (field.startsWith('values.') && !isRelease(field))) return label
  return `${label} · ${partText}`
}

/** A former or new value, in words; empty = none. */
export const changeText = (
  field: string,
  value: Change['before'],
  releases: readonly Release[],
): string => {
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? i18n._(msg`Yes`) : i18n._(msg`No`)
  if (isRelease(field))
    return releaseOptions(releases).find((option) => option.value === value)?.label ?? String(value)
  return String(value)
}
