import { LIMITS } from '../tables/limits.ts'

/**
 * Upper limits of fields: characters of a text, entries of a list, the largest number. A value
 * above its limit is refused with the name of the field.
 */
export const FIELD_LIMITS = {
  /** Ids of rows; those of commitments and overrides are composed of several ids. */
  id: 200,
  rank: 1_000,
  /** Names of projects, packages, documents, sections, organizations, templates and files. */
  title: 200,
  personName: 100,
  username: 200,
  password: 256,
  email: 254,
  phone: 50,
  url: 2_000,
  description: 5_000,
  about: 5_000,
  tag: 50,
  tags: 20,
  /** The length that RFC 5646 (4.4.1) asks software to allow at least. */
  language: 35,
  version: 50,
  zone: 100,
  requirementName: 2_000,
  help: 5_000,
  definition: 500_000,
  reason: 2_000,
  sourceId: 100,
  importMarks: 2_000,
  fullId: 40,
  parameterKey: 100,
  parameterName: 500,
  parameterValue: 20_000,
  /** The largest absolute value. */
  parameterNumber: 1_000_000_000_000_000,
  parameterOptions: 200,
  optionLabel: 500,
  statementWeight: 1_000,
  conditions: 20,
  validations: 20,
  validationValue: 1_000,
  /** Fields of one half of a definition, and of one group. */
  parameters: 200,
  groupParameters: 100,
  /** Groups inside groups. */
  groupDepth: 3,
  answerField: 120,
  answerFields: 5_000,
  /** Files in one field of an answer. */
  answerFieldFiles: 20,
  filterText: 200,
  /** Columns of a table that a person can order, hide or resize. */
  tableColumns: 500,
  columnWidth: 10_000,
  sortKeys: 3,
  /** Exports that a person keeps of one project, and those of them that are not written yet. */
  exports: 20,
  unfinishedExports: 2,
  /** Vendors that an export names. */
  exportVendors: 1_000,
  /** Saved views per person and document. */
  tableViews: 50,
  viewName: 100,
  viewSearch: 8_000,
  history: 100,
  openings: 100,
  /** The newest extensions are kept. */
  deadlineExtensions: 100,
  commentText: 10_000,
  revisions: 100,
  notificationText: 2_000,
  /** A message of a project's owner. */
  noticeText: 1_000,
  feedbackText: 5_000,
  changedFields: 200,
  /** Entries of a list inside one entry of the project's log. */
  logItems: 5_000,
  roles: 20,
  organizations: 1_000,
  members: 10_000,
  packageIds: 1_000,
  tourHints: 50,
  pageSize: 200,
  mime: 100,
  userAgent: 500,
  /** Rows of a list nested in another row of a reply. */
  children: 1_000,
  projectRequirements: 100_000,
  fileBytes: 1_073_741_824,
  counter: Number.MAX_SAFE_INTEGER,
  /** The last millisecond that a `Date` can represent. */
  instant: 8_640_000_000_000_000,
  /** The columns of the layout grid. */
  gridWidth: LIMITS.gridColumns,
  percent: LIMITS.weightTotal,
} as const
