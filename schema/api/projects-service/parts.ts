import * as v from 'valibot'
import { date } from '../../entities/fields.ts'
import { FIELD_LIMITS } from '../../entities/field-limits.ts'
import { VendorPart } from '../../entities/vendor-part.ts'
import { IdInPath, NumberId, RowId, seenIfThere } from '../common.ts'
import { endpoints, type Endpoint } from '../endpoint.ts'

const place = {
  projectId: RowId,
  vendorId: NumberId,
  documentId: RowId,
  /** Null = the whole document. */
  sectionId: v.nullable(RowId),
}
const errors = [
  'ACCESS_TO_PROJECT_IS_DENIED',
  'NOT_ALLOWED',
  'STATE_FORBIDS',
  'NOT_FOUND',
  'ROW_DELETED',
  'DEADLINE_PASSED',
] as const satisfies Endpoint['errors']

/** Who answers what inside a vendor. Requestors and other vendors never read it. */
export const parts = endpoints({
  list: {
    method: 'GET',
    path: '/projects-service/projects/{id}/parts',
    access: 'user',
    summary: 'Who of the own vendor answers which documents and sections; empty for requestors',
    params: IdInPath,
    reply: v.array(VendorPart),
    errors: ['ACCESS_TO_PROJECT_IS_DENIED'],
  },
  update: {
    method: 'PUT',
    path: '/projects-service/parts/update',
    access: 'user',
    mutation: 'parts.update',
    summary:
      'Give a document or section to a contact of the own vendor with a due date, or have a document submitted by the primary contact and the submitters only',
    body: v.strictObject({
      ...place,
      userId: v.optional(v.nullable(NumberId)),
      dueOn: v.optional(v.nullable(date)),
      needsApproval: v.optional(v.boolean()),
      submitters: v.optional(v.pipe(v.array(NumberId), v.maxLength(FIELD_LIMITS.members))),
      ...seenIfThere,
    }),
    reply: VendorPart,
    errors: [...errors, 'NOT_A_COLLEAGUE', 'INPUT_INVALID', 'requirement.stale'],
  },
  setReady: {
    method: 'PUT',
    path: '/projects-service/parts/ready',
    access: 'user',
    mutation: 'parts.setReady',
    summary: 'Mark an own document or section as ready, or take the mark back',
    body: v.strictObject({ ...place, isReady: v.boolean(), ...seenIfThere }),
    reply: VendorPart,
    errors: [...errors, 'INPUT_INVALID', 'requirement.stale'],
  },
})
