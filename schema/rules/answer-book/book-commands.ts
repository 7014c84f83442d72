import { commitmentId, type CommitmentValues } from '../../entities/commitment.ts'
import type { CommandArgs } from '../../mutations/inputs.ts'
import { baseKey, type EditBase } from '../../mutations/mutation.ts'
import type { PlannedAnswer } from './plan-book.ts'

/** The most answers of one edit. */
const MOST_ITEMS = 200
/** A request carries 1 MB; a character takes up to three bytes. */
const MOST_CHARACTERS = 250_000

/** An edit, with the values that the vendor saw at the export. */
export interface BookCommand {
  args: CommandArgs['commitments.updateBulk']
  seen: EditBase
}
interface Where {
  projectId: string
  vendorId: number
}

const commandOf = (answers: readonly PlannedAnswer[], where: Where): BookCommand => ({
  args: {
    ...where,
    items: answers.map(({ requirement, fields }) => ({
      requirementId: requirement.id,
      values: Object.fromEntries(
        fields.map(({ field, mine }) => [field.key, mine]),
      ) as CommitmentValues,
    })),
  },
  seen: Object.fromEntries(
    answers.flatMap(({ requirement, fields }) => {
      const row = {
        entity: 'commitment',
        id: commitmentId(requirement.id, where.vendorId),
      } as const
      return fields.map(({ field, base }) => [baseKey(row, `values.${field.key}`), base])
    }),
  ),
})

/** The edits that import a plan; each settles its fields as if it had been made at the export. */
export const bookCommands = (answers: readonly PlannedAnswer[], where: Where): BookCommand[] => {
  const groups: PlannedAnswer[][] = []
  let size = Infinity
  for (const answer of answers) {
    const own = JSON.stringify(commandOf([answer], where)).length
    const last = groups.at(-1)
    if (last === undefined || last.length >= MOST_ITEMS || size + own > MOST_CHARACTERS) {
      groups.push([answer])
      size = own
    } else {
      last.push(answer)
      size += own
    }
  }
  return groups.map((group) => commandOf(group, where))
}
