import { commitmentId, overrideId } from '#schema/entities/commitment.ts'
import type { Entity } from '#schema/entities/rows.ts'
import type { CommandArgs, CommandName } from '#schema/mutations/inputs.ts'

type Wanted = [Entity, string[]][]
type Prefetch = { [N in CommandName]?: (args: CommandArgs[N]) => Wanted }

/**
 * The rows that a command reads one by one. Loading them up front takes one statement per kind of
 * row.
 */
const PREFETCH: Prefetch = {
  'owners.set': ({ packageIds, documentIds }) => [
    ['package', packageIds],
    ['document', documentIds],
  ],
  'requirements.update': ({ id }) => [['requirement', [id]]],
  'requirements.updateBulk': ({ items }) => [['requirement', items.map(({ id }) => id)]],
  'requirements.move': ({ ids }) => [['requirement', ids]],
  'requirements.delete': ({ ids }) => [['requirement', ids]],
  'requirements.createBulk': ({ requirements, sections }) => [
    ['requirement', requirements.map(({ id }) => id)],
    ['section', sections.map(({ id }) => id)],
  ],
  'commitments.update': ({ requirementId, vendorId }) => [
    ['requirement', [requirementId]],
    ['commitment', [commitmentId(requirementId, vendorId)]],
  ],
  'commitments.updateBulk': ({ items, vendorId }) =>
    answers(
      items.map(({ requirementId }) => requirementId),
      vendorId,
    ),
  'commitments.submit': ({ items, vendorId }) =>
    answers(
      items.map(({ requirementId }) => requirementId),
      vendorId,
    ),
  'attachments.update': ({ id }) => [['attachment', [id]]],
  'attachments.remove': ({ id }) => [['attachment', [id]]],
  'overrides.set': ({ requirementId, vendorId, parameterId }) => [
    ['requirement', [requirementId]],
    ['commitment', [commitmentId(requirementId, vendorId)]],
    ['override', [overrideId(requirementId, vendorId, parameterId)]],
  ],
}

const answers = (requirementIds: string[], vendorId: number): Wanted => [
  ['requirement', requirementIds],
  ['commitment', requirementIds.map((id) => commitmentId(id, vendorId))],
]

export const wantedRows = <N extends CommandName>(command: N, args: CommandArgs[N]): Wanted =>
  PREFETCH[command]?.(args) ?? []
