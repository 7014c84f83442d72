import { type CommitmentValues, commitmentId, overrideId } from '#schema/entities/commitment.ts'
import type { CommandArgs } from '#schema/mutations/index.ts'
import type { SimClient } from './sim-client.ts'

interface Given { command: string; args: unknown }

const TESTS: Readonly<Record<string, (client: SimClient, args: never) => boolean>> = {
  'requirements.delete': (client, { ids }: CommandArgs['requirements.delete']) => ids.every((id) => client.row('requirement', id) === undefined),
  'commitments.submit': (client, { items, vendorId }: CommandArgs['commitments.submit']) => items.every(({ requirementId, contentHash }) => {
    const row = client.row('commitment', commitmentId(requirementId, vendorId))
    return row?.submitted === true && row.receipt?.contentHash === contentHash
  }),
  'overrides.remove': (client, { requirementId, vendorId, parameterId }: CommandArgs['overrides.remove']) =>
    client.row('override', overrideId(requirementId, vendorId, parameterId))?.removed !== false,
  'commitments.update': (client, { requirementId, vendorId, values }: CommandArgs['commitments.update']) => {
    const current: CommitmentValues = client.row('commitment', commitmentId(requirementId, vendorId))?.values ?? {}
    return Object.entries(values).every(([field, value]) => current[field] === value)
  },
}

/** Whether what the edit wants stands there already, for the person who made it. */
export const isAlreadySo = (client: SimClient, { command, args }: Given): boolean => TESTS[command]?.(client, args as never) ?? false
