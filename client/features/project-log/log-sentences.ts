import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import type { Deadline } from '#schema/entities/project.ts'
import { formatDate } from '#schema/rules/format.ts'
import type { LogDetail, LogKind } from '#schema/tables/log-kinds.ts'
import { STATE_NAMES } from '../../lib/state-names.ts'
import type { NameBook } from './read-log.ts'

/** Looks up the names of what the entries mention by id. */
export interface Words {
  person: (id: number) => string
  vendor: (id: number) => string
  requirement: (id: string) => string
  /** A package or document. */
  content: (id: string) => string
  state: (state: keyof typeof STATE_NAMES) => string
  deadline: (deadline: Deadline) => string
}

export const wordsOf = (i18n: I18n, names: NameBook): Words => ({
  person: (id) => names.people.get(id) ?? i18n._(msg`a removed person`),
  vendor: (id) => names.vendors.get(id) ?? i18n._(msg`a removed vendor`),
  requirement: (id) => names.requirements.get(id) ?? i18n._(msg`a removed requirement`),
  content: (id) => names.content.get(id) ?? i18n._(msg`removed content`),
  state: (state) => i18n._(STATE_NAMES[state]),
  deadline: ({ date, zone }) => `${formatDate(date)} (${zone})`,
})

type Sentence<K extends LogKind> = (detail: LogDetail<K>, words: Words) => MessageDescriptor

const SWITCHES = {
  sealed: [msg`Sealed the answers until the opening`, msg`Unsealed the answers`],
  stopInValidation: [
    msg`Set the project to validate before evaluation`,
    msg`Set the project to move straight to Evaluation after the deadline`,
  ],
} as const
const EXPORTS = {
  document: msg`Exported a document`,
  evaluation: msg`Exported the evaluation`,
  log: msg`Downloaded the history`,
} as const
const REFUSED = {
  answers: (vendor: string, count: number) =>
    msg`Tried to read sealed answers of ${vendor}, ${count}×`,
  files: (vendor: string, count: number) => msg`Tried to read sealed files of ${vendor}, ${count}×`,
  counts: (vendor: string, count: number) =>
    msg`Tried to read sealed counts of ${vendor}, ${count}×`,
} as const

/** The sentence for each kind of entry, without its author and time. */
const SENTENCES: { readonly [K in LogKind]: Sentence<K> } = {
  created: ({ isRestored }) =>
    isRestored === true ? msg`Restored the project from an archive` : msg`Created the project`,
  versionCreated: ({ version }) => msg`Created version ${version} of the project`,
  begun: () => msg`The history starts here; earlier events are not included`,
  deleted: () => msg`Deleted the project`,
  moved: ({ from, to }, { state }) => msg`Moved the project from ${state(from)} to ${state(to)}`,
  published: ({ deadline }, words) =>
    deadline === null
      ? msg`Published the project`
      : msg`Published the project with the deadline ${words.deadline(deadline)}`,
  republished: ({ addendum }) => msg`Published addendum ${addendum}`,
  opened: ({ isEarly, requestedBy, confirmedBy }, { person }) => {
    if (!isEarly) return msg`Opened the answers at the deadline`
    if (requestedBy === null || confirmedBy === null)
      return msg`Opened the answers before the deadline`
    const [asker, confirmer] = [person(requestedBy), person(confirmedBy)]
    return msg`Opened the answers early: requested by ${asker}, confirmed by ${confirmer}`
  },
  openingRequested: () => msg`Requested early opening of the answers`,
  openingWithdrawn: () => msg`Withdrew the early opening request`,
  openingExpired: () => msg`The early opening request expired`,
  deadlineSet: ({ to }, { deadline }) =>
    to === null ? msg`Removed the deadline` : msg`Set the deadline to ${deadline(to)}`,
  deadlineExtended: ({ from, to }, { deadline }) =>
    msg`Extended the deadline from ${deadline(from)} to ${deadline(to)}`,
  weightsSet: ({ afterOpening }) =>
    afterOpening
      ? msg`Set weights after the opening of the answers`
      : msg({ message: 'Set weights', context: 'as an event' }),
  weightsPublished: ({ isOn }) =>
    isOn ? msg`Published the weights to vendors` : msg`Stopped publishing the weights`,
  overrideSet: ({ requirementId, vendorId, value }, { requirement, vendor }) =>
    msg`Overrode ${requirement(requirementId)} of ${vendor(vendorId)} with ${String(value)}`,
  overrideRemoved: ({ requirementId, vendorId }, { requirement, vendor }) =>
    msg`Removed the override of ${requirement(requirementId)} of ${vendor(vendorId)}`,
  excluded: ({ requirementId }, { requirement }) =>
    msg`Excluded ${requirement(requirementId)} from the evaluation`,
  included: ({ requirementId }, { requirement }) =>
    msg`Included ${requirement(requirementId)} in the evaluation again`,
  knockOutsApplied: ({ isOn }) =>
    isOn ? msg`Applied knock-outs` : msg`Stopped applying knock-outs`,
  creditsSet: ({ futureCredit, unplannedCredit }) =>
    msg`Set the credits: ${futureCredit} for later releases, ${unplannedCredit} for unplanned ones`,
  switchChanged: ({ name, isOn }) => SWITCHES[name][isOn ? 0 : 1],
  memberAdded: ({ userId }, { person }) => msg`Added ${person(userId)} to the project`,
  memberRemoved: ({ userId }, { person }) => msg`Removed ${person(userId)} from the project`,
  rolesSet: ({ userId }, { person }) => msg`Changed the roles of ${person(userId)}`,
  ownerChanged: ({ from, to }, { person }) =>
    msg`Changed the owner from ${person(from)} to ${person(to)}`,
  contentAssigned: ({ packageId, documentId, from, to }, { person, content }) => {
    const name = content(documentId ?? packageId ?? '')
    if (to === null) return msg`Removed the owner of ${name}`
    return from === null
      ? msg`Assigned ${name} to ${person(to)}`
      : msg`Changed the owner of ${name} from ${person(from)} to ${person(to)}`
  },
  documentMembersSet: ({ documentId, added, removed }, { person, content }) => {
    const name = content(documentId)
    const people = (ids: readonly number[]) => ids.map(person).join(', ')
    if (removed.length === 0) return msg`Added ${people(added)} to ${name}`
    return added.length === 0
      ? msg`Removed ${people(removed)} from ${name}`
      : msg`Changed the members of ${name}`
  },
  restrictionsSet: ({ vendorId, users: { length: count } }, { vendor }) => {
    const name = vendor(vendorId)
    return msg`${plural(count, {
      one: `Changed the access of ${name}: # contact sees the project`,
      other: `Changed the access of ${name}: # contacts see the project`,
    })}`
  },
  vendorAdded: ({ vendorId }, { vendor }) => msg`Invited ${vendor(vendorId)}`,
  exported: ({ what }) => EXPORTS[what],
  receipt: ({ count }) =>
    msg`${plural(count, { one: 'Submitted # answer', other: 'Submitted # answers' })}`,
  readRefused: ({ what, vendorId, count }, { vendor }) =>
    vendorId === null
      ? msg`Tried to read sealed answers, ${count}×`
      : REFUSED[what](vendor(vendorId), count),
}

export const sentenceOf = <K extends LogKind>(
  kind: K,
  detail: LogDetail<K>,
  words: Words,
): MessageDescriptor => SENTENCES[kind](detail, words)

/** The reason that the author gave; null if the kind of entry has none. */
export const reasonOf = (detail: Readonly<Record<string, unknown>>): string | null =>
  typeof detail['reason'] === 'string' && detail['reason'] !== '' ? detail['reason'] : null
