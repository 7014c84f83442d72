import { expect, test } from 'vitest'
import { ENTITY_EXAMPLES } from '../../tests/support/entity-examples.ts'
import { BULK_SUBMIT_CHOICES } from '../rules/answers/bulk-submit.ts'
import { DIFF_STATUSES } from '../rules/diff/diff-status.ts'
import { COMMENT_TYPES, ENTITY_KINDS, SEVERITIES } from './comment.ts'
import { CHANGE_KINDS } from './history.ts'
import { PARAMETER_TYPES, VALIDATION_KINDS } from './parameter.ts'
import { PROJECT_STATES } from './project.ts'
import { REQUIREMENT_STATUSES } from './structure.ts'

/** Section 3 of the specification, field by field. */
const FIELDS: Record<string, string> = {
  User:
    'id uuid username avatar email firstname lastname about homepage company location phone guidelineSeen roles.0.id roles.0.code ' +
    'organizationRoles.0.code organizationRoles.0.id organizationRoles.0.organizationId organizations activeOrganizationId otpActivated',
  Organization: 'id name description avatar parentId',
  ProjectDetails:
    'id name state tags projectRoles packages packages.0.weight ownerData.id permissions membersCount notificationsEnabled favorite updatedOn ' +
    'createdOn weight avatar version',
  PackageDetails: 'id name weight documents permissions',
  DocumentDetails: 'id packageId prefix state weight ownerData.id permissions members sections',
  SectionDetails: 'id documentId index name',
  RequirementDetails:
    'id fullId index version sectionId status definition supplierCommitments updatedOn',
  CommitmentDetails:
    'id vendorId submitted definition.parameters definition.overrides definition.overrides.0.id definition.overrides.0.modifiedBy.id ' +
    'definition.overrides.0.modifiedBy.name definition.overrides.0.modifiedOn definition.overrides.0.originalValue definition.overrides.0.originalKey',
  Parameter:
    'id name type inputType options.0.label options.0.value options.0.key value key isGroup parameters isStatement hidden skip weight layout.internal validations',
  Release: 'id version projectId',
  RequirementTemplate: 'id name definition visibility',
  Attachment: 'file name alias description createdByOrg',
  Notification: 'id message createdOn read project.id organization.id',
  Feedback: 'text sendCopy file',
  VendorChoice: 'value label',
}

const holds = (value: unknown, path: string): boolean => {
  const [head = '', ...rest] = path.split('.')
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, head)) return false
  return rest.length === 0 || holds((value as Record<string, unknown>)[head], rest.join('.'))
}

test.each(Object.entries(FIELDS))(
  '[EN6] %s has every field that the specification names',
  (name, fields) => {
    expect(
      fields.split(' ').filter((field) => !holds(ENTITY_EXAMPLES[name]?.example, field)),
    ).toEqual([])
  },
)

test('[EN6] the words of the specification are the words of the entities', () => {
  expect(COMMENT_TYPES).toEqual(['D', 'Q', 'QA', 'PP'])
  expect(SEVERITIES).toEqual(['MINOR', 'MAJOR', 'CRITICAL'])
  expect(ENTITY_KINDS).toEqual(['project', 'package', 'document', 'requirement', 'Q', 'QA', 'PP'])
  expect(CHANGE_KINDS).toEqual([
    'created requirement',
    'deleted requirement',
    'changed',
    'added new parameters',
  ])
  expect(DIFF_STATUSES).toEqual(['UNCHANGED', 'NEW', 'CHANGED', 'REMOVED'])
  expect(PROJECT_STATES).toEqual([
    ...['INITIALIZING', 'DRAFT', 'PREPARATION', 'PUBLISHED', 'VALIDATION', 'EVALUATION'],
    ...['EVALUATED', 'CLOSED', 'ARCHIVED'],
  ])
  expect(BULK_SUBMIT_CHOICES).toEqual(['SUBMIT_ALL', 'REVIEW', 'LEAVE'])
  expect(VALIDATION_KINDS).toEqual([
    ...['required', 'requiredConditionally', 'statement_release', 'email', 'min', 'max'],
    ...['min_value', 'max_value', 'regex', 'decimals', 'min_date', 'max_date', 'size', 'mimes'],
  ])
  expect(REQUIREMENT_STATUSES).toEqual(['NEW', 'OLD', 'CHANGED'])
  expect(PARAMETER_TYPES).toEqual([
    'INPUT',
    'TEXTAREA',
    'SELECTBOX',
    'DATE_PICKER',
    'RADIO',
    'CHECKBOX',
    'FLAG',
  ])
})
