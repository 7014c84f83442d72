import * as v from 'valibot'
import { Commitment, CommitmentValues, Override } from '../../entities/commitment.ts'
import { RequirementDetails } from '../../entities/details.ts'
import { FIELD_LIMITS } from '../../entities/field-limits.ts'
import { instant, text } from '../../entities/fields.ts'
import { ParameterValue } from '../../entities/parameter.ts'
import { Requirement } from '../../entities/structure.ts'
import { BULK_LIMIT } from '../../mutations/inputs.ts'
import { FieldConflict } from '../sync.ts'
import {
  Done,
  EntityName,
  IdInPath,
  ListRequest,
  NumberId,
  ListIndex,
  RowId,
  pageReplyOf,
  seen,
  seenIfThere,
} from '../common.ts'
import { endpoints, type Endpoint } from '../endpoint.ts'

const errors = [
  'ACCESS_TO_PROJECT_IS_DENIED',
  'NOT_ALLOWED',
  'STATE_FORBIDS',
  'NOT_FOUND',
] as const satisfies Endpoint['errors']
const { name, definition, vendorHelp, evaluatorHelp, sourceId } = Requirement.entries
const answer = v.strictObject({
  vendorId: v.optional(NumberId),
  values: CommitmentValues,
  ...seenIfThere,
})

/** An answer inside the update of its requirement; values that it does not name stay. */
const SentCommitment = v.strictObject({
  id: v.optional(RowId),
  vendorId: NumberId,
  ...seenIfThere,
  submitted: v.optional(v.boolean()),
  definition: v.strictObject({
    parameters: v.optional(CommitmentValues, {}),
    overrides: v.optional(
      v.pipe(
        v.array(
          v.strictObject({
            ...v.partial(Override).entries,
            parameterId: Override.entries.parameterId,
            value: Override.entries.value,
            reason: Override.entries.reason,
          }),
        ),
        v.maxLength(BULK_LIMIT),
      ),
    ),
  }),
})

/**
 * Takes the whole reply of `get` back. Parts that equal what the caller may read are ignored;
 * others need their permission.
 */
export const RequirementUpdate = v.strictObject({
  ...v.partial(RequirementDetails).entries,
  id: RowId,
  ...seen,
  /** Of the template that the requirement follows; null = it follows none. */
  templateUpdatedOn: v.optional(v.nullable(instant)),
  supplierCommitments: v.optional(v.pipe(v.array(SentCommitment), v.maxLength(BULK_LIMIT))),
})

/**
 * One changed value of an entry. `label` is the name of the parameter; null = a field of the row.
 * A change without text, such as of a condition, has null on both sides.
 */
export const ValueChange = v.strictObject({
  field: v.string(),
  label: v.nullable(v.string()),
  before: ParameterValue,
  after: ParameterValue,
})
export type ValueChange = v.InferOutput<typeof ValueChange>

/**
 * An entry of the document's history; `fields` names the changes, with `+` before an added and `-`
 * before a removed parameter. `changes` has the values that the caller may read; entries of older
 * servers have none. The kind `added` is a change that only added parameters.
 */
export const ChangeEntry = v.strictObject({
  entity: EntityName,
  id: v.string(),
  label: v.string(),
  kind: v.picklist(['created', 'changed', 'deleted', 'added']),
  fields: v.array(v.string()),
  changes: v.array(ValueChange),
  actor: v.string(),
  at: v.number(),
})

/**
 * A conflict in one field: the text before both edits, the text that was held back, and the text
 * that was there.
 */
export const ConflictRecord = v.strictObject({
  ...FieldConflict.entries,
  mineBy: v.string(),
  mineOn: v.number(),
  at: v.number(),
})

export const requirements = endpoints({
  get: {
    method: 'GET',
    path: '/projects-service/requirements/{id}',
    access: 'user',
    summary: 'One requirement, with the answers that the caller may see',
    params: IdInPath,
    reply: RequirementDetails,
    errors: ['NOT_FOUND'],
  },
  byFullId: {
    method: 'GET',
    path: '/projects-service/requirements/fullid',
    access: 'user',
    summary: 'One requirement by document and full id',
    query: v.strictObject({ docId: RowId, fullId: v.pipe(v.string(), v.maxLength(50)) }),
    reply: RequirementDetails,
    errors: ['NOT_FOUND'],
  },
  create: {
    method: 'POST',
    path: '/projects-service/requirements/create',
    access: 'user',
    summary: 'Add a requirement',
    mutation: 'requirements.create',
    body: v.strictObject({
      id: v.optional(RowId),
      sectionId: RowId,
      after: v.optional(v.nullable(RowId)),
      name,
      definition,
      sourceId: v.optional(sourceId),
      vendorHelp: v.optional(vendorHelp),
      evaluatorHelp: v.optional(evaluatorHelp),
    }),
    reply: RequirementDetails,
    errors,
  },
  createBulk: {
    method: 'POST',
    path: '/projects-service/requirements/create-bulk',
    access: 'user',
    summary: 'Add up to 200 requirements, and sections before them',
    mutation: 'requirements.createBulk',
    body: v.strictObject({
      /** Absent = the document of the first requirement's section. */
      documentId: v.optional(RowId),
      sections: v.optional(
        v.pipe(
          v.array(v.strictObject({ id: RowId, name: text(FIELD_LIMITS.title) })),
          v.maxLength(200),
        ),
        [],
      ),
      requirements: v.pipe(
        v.array(
          v.strictObject({
            id: v.optional(RowId),
            sectionId: RowId,
            name,
            definition,
            sourceId: v.optional(sourceId, null),
          }),
        ),
        v.maxLength(200),
      ),
    }),
    reply: v.array(Requirement),
    errors,
  },
  update: {
    method: 'PUT',
    path: '/projects-service/requirements/update',
    access: 'user',
    summary:
      'Change a requirement with everything that the body contains; refused if `updatedOn` is not the newest',
    mutation: 'requirements.update',
    body: RequirementUpdate,
    reply: RequirementDetails,
    errors: [...errors, 'requirement.stale', 'DEADLINE_PASSED', 'OVERRIDE_EXISTS'],
  },
  updateBulk: {
    method: 'POST',
    path: '/projects-service/requirements/update-bulk',
    access: 'user',
    summary: 'Change up to 200 requirements of one project',
    mutation: 'requirements.updateBulk',
    body: v.strictObject({
      requirements: v.pipe(v.array(RequirementUpdate), v.minLength(1), v.maxLength(BULK_LIMIT)),
    }),
    reply: v.array(Requirement),
    errors: [...errors, 'requirement.stale', 'DEADLINE_PASSED', 'OVERRIDE_EXISTS'],
  },
  move: {
    method: 'PUT',
    path: '/projects-service/requirements/move',
    access: 'user',
    summary: 'Move to a section: at `index`, or after `after`',
    mutation: 'requirements.move',
    body: v.strictObject({
      ids: v.pipe(v.array(RowId), v.minLength(1), v.maxLength(500)),
      /**
       * The version of each requirement that the caller saw, by id; the specification's body has
       * none.
       */
      updatedOn: v.optional(v.pipe(v.record(RowId, instant), v.maxEntries(500))),
      sectionId: RowId,
      index: v.optional(ListIndex),
      after: v.optional(v.nullable(RowId)),
    }),
    reply: Done,
    errors: [...errors, 'requirement.stale'],
  },
  delete: {
    method: 'DELETE',
    path: '/projects-service/requirements/delete',
    access: 'user',
    summary: 'Delete requirements',
    mutation: 'requirements.delete',
    body: v.strictObject({ reqIds: v.pipe(v.array(RowId), v.minLength(1), v.maxLength(500)) }),
    reply: Done,
    errors,
  },
  exclude: {
    method: 'PUT',
    path: '/projects-service/requirements/exclude',
    access: 'user',
    summary:
      'Exclude a requirement from the evaluation for all vendors, with a reason; null includes it again',
    mutation: 'requirements.exclude',
    body: v.strictObject({
      id: RowId,
      ...seen,
      reason: v.nullable(v.pipe(v.string(), v.minLength(1), v.maxLength(2_000))),
    }),
    reply: Requirement,
    errors: [...errors, 'requirement.stale'],
  },
  createCommitment: {
    method: 'POST',
    path: '/projects-service/requirements/{id}/commitments/create',
    access: 'user',
    summary: 'Answer a requirement',
    mutation: 'commitments.update',
    params: IdInPath,
    body: answer,
    reply: Commitment,
    errors: [...errors, 'DEADLINE_PASSED', 'requirement.stale'],
  },
  updateCommitment: {
    method: 'PUT',
    path: '/projects-service/requirements/{id}/commitments/update',
    access: 'user',
    summary: 'Change an answer, which makes it a draft again',
    mutation: 'commitments.update',
    params: IdInPath,
    body: answer,
    reply: Commitment,
    errors: [...errors, 'DEADLINE_PASSED', 'requirement.stale'],
  },
  byDocument: {
    method: 'POST',
    path: '/projects-service/requirements/by-document/{docId}',
    access: 'user',
    summary: 'History of a document or of one of its requirements, newest first',
    params: v.strictObject({ docId: RowId }),
    body: v.strictObject({ ...ListRequest.entries, requirementId: v.optional(RowId) }),
    reply: pageReplyOf(ChangeEntry),
    errors: ['NOT_FOUND'],
  },
  conflicts: {
    method: 'GET',
    path: '/projects-service/requirements/{id}/conflicts',
    access: 'user',
    summary: 'Texts of a requirement and of its answers that lost a conflict, newest first',
    params: IdInPath,
    reply: v.array(ConflictRecord),
    errors: ['NOT_FOUND'],
  },
})
