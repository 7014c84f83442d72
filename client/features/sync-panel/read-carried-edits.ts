import type { MessageDescriptor } from '@lingui/core'
import type { PushMutation } from '#schema/api/sync.ts'
import type { CarriedWork } from '#schema/api/work-file.ts'
import { commitmentId } from '#schema/entities/commitment.ts'
import { type CarriedFate, carriedRequirements, mergeCarried } from '../../lib/carried-fields.ts'
import { readHomeNow } from '../../lib/home-list.ts'
import { loadRow, loadRows, readRow } from '../../lib/project-store.ts'
import { mutationsOf } from '../../lib/work-file.ts'
import { fieldName, valueWords } from '../../ui/feedback/field-words.ts'
import { unsentWords } from './unsent-words.ts'

interface ShownField {
  key: string
  subject: string
  name: string
  mine: string
  current: string
  fate: CarriedFate
}
export interface CarriedHere {
  fields: ShownField[]
  /** The other edits, counted by kind. */
  others: { words: MessageDescriptor; count: number }[]
  /** Number of edits of answers to requirements that this person does not see. */
  hidden: number
}

const projectOf = ({ args }: PushMutation): string => {
  const { projectId } = (args ?? {}) as { projectId?: unknown }
  return typeof projectId === 'string' ? projectId : ''
}

/**
 * The edits of a file as this person may read them: values only of requirements that this device
 * has.
 */
export const readCarriedEdits = async (work: CarriedWork): Promise<CarriedHere> => {
  const here: CarriedHere = { fields: [], others: [], hidden: 0 }
  const counts = new Map<string, number>()
  const mutations = mutationsOf(work)
  for (const projectId of new Set(mutations.map(projectOf))) {
    const own = mutations.filter((mutation) => projectOf(mutation) === projectId)
    const isKnown = readHomeNow().projects.some(({ id }) => id === projectId)
    if (!isKnown) {
      here.hidden += own.length
      continue
    }
    const answers = own.filter(({ command }) => command.startsWith('commitments.update'))
    await loadAnswers(projectId, work.vendor.id, answers)
    const isHere = (id: string): boolean => readRow(projectId, 'requirement', id) !== undefined
    here.hidden += answers.filter((one) => !carriedRequirements(one).some(isHere)).length
    here.fields.push(...(await fieldsOf(projectId, work.vendor.id, answers)))
    for (const { command } of own)
      if (!command.startsWith('commitments.update'))
        counts.set(command, (counts.get(command) ?? 0) + 1)
  }
  for (const [command, count] of counts) {
    const words = unsentWords({ command, label: command })
    if (typeof words !== 'string') here.others.push({ words, count })
  }
  return here
}

const loadAnswers = async (
  projectId: string,
  vendorId: number,
  answers: readonly PushMutation[],
): Promise<void> => {
  const ids = new Set(answers.flatMap(carriedRequirements))
  await Promise.all(
    [...ids].flatMap((id) => [
      loadRow(projectId, 'requirement', id),
      loadRow(projectId, 'commitment', commitmentId(id, vendorId)),
    ]),
  )
}

const fieldsOf = async (
  projectId: string,
  vendorId: number,
  answers: readonly PushMutation[],
): Promise<ShownField[]> => {
  const releases = await loadRows(projectId, 'release', { projectId })
  const merged = mergeCarried(
    answers,
    (id, name) => readRow(projectId, 'commitment', commitmentId(id, vendorId))?.values[name],
  )
  return merged.flatMap(({ requirementId, key, field, mine, current, fate }) => {
    const requirement = readRow(projectId, 'requirement', requirementId)
    if (requirement === undefined) return []
    const context = { requirement, releases }
    return [
      {
        key: `${projectId} ${key}`,
        subject: requirement.fullId ?? requirement.name,
        name: fieldName({ field }, context),
        mine: valueWords({ field }, mine, context),
        current: valueWords({ field }, current, context),
        fate,
      },
    ]
  })
}
