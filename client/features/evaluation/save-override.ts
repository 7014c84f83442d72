import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { overrideId } from '#schema/entities/commitment.ts'
import type { Parameter, ParameterValue } from '#schema/entities/parameter.ts'
import type { CommandArgs } from '#schema/mutations/index.ts'
import { mutate, mutateOver, type MutateOptions } from '#client/lib/mutate.ts'
import { readRow } from '#client/lib/project-store.ts'
import { tellReplacedFields } from '#client/ui/feedback/tell-replaced-fields.ts'
import { valueText } from './override-value.ts'

/**
 * Sets an override. If it replaced one that the person had not seen, says so and offers to restore
 * it with its reason.
 * @param seen the stored value when the person began to edit; null = there was none
 */
export const saveOverride = async (
  parameter: Parameter,
  args: CommandArgs['overrides.set'],
  { seen, options }: { seen: ParameterValue; options: MutateOptions },
): Promise<void> => {
  const { projectId, requirementId, vendorId, parameterId, value } = args
  const id = overrideId(requirementId, vendorId, parameterId)
  const stood = readRow(projectId, 'override', id)
  const before = await mutateOver('overrides.set', args, options)
  tellReplacedFields({
    projectId,
    shownId: id,
    row: { entity: 'override', id },
    prefix: (field) => field,
    before,
    over: { value: seen },
    given: { value },
    stood: () => ({ value: stood?.value ?? null, by: stood?.modifiedBy.name ?? null }),
    shown: (_field, was) => valueText(parameter, was) ?? '',
    takeBack: (_field, was) =>
      mutate(
        'overrides.set',
        { ...args, value: was, reason: stood?.reason ?? args.reason },
        { ...options, undoLabel: i18n._(msg`Take back`) },
      ),
  })
}
