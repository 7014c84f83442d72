import * as v from 'valibot'
import { Override } from '../../entities/commitment.ts'
import { ParameterValue } from '../../entities/parameter.ts'
import { Done, NumberId, RowId, seen, seenIfThere } from '../common.ts'
import { endpoints, type Endpoint } from '../endpoint.ts'

const errors = [
  'ACCESS_TO_PROJECT_IS_DENIED',
  'NOT_ALLOWED',
  'STATE_FORBIDS',
  'NOT_FOUND',
] as const satisfies Endpoint['errors']
const { reason } = Override.entries
const target = {
  requirementId: RowId,
  vendorId: NumberId,
  parameterId: v.pipe(v.string(), v.maxLength(100)),
  reason,
}

export const overrides = endpoints({
  set: {
    method: 'PUT',
    path: '/projects-service/overrides/set',
    access: 'user',
    summary: "Replace the vendor's value by the evaluator's, with a reason",
    mutation: 'overrides.set',
    body: v.strictObject({ ...target, ...seenIfThere, value: ParameterValue }),
    reply: Override,
    errors: [...errors, 'OVERRIDE_EXISTS', 'requirement.stale'],
  },
  remove: {
    method: 'DELETE',
    path: '/projects-service/overrides/remove',
    access: 'user',
    summary: 'Remove the override, with a reason',
    mutation: 'overrides.remove',
    body: v.strictObject({ ...target, ...seen }),
    reply: Done,
    errors: [...errors, 'requirement.stale'],
  },
})
