import * as v from 'valibot'
import { percent, reason } from '../../entities/fields.ts'
import { Deadline, EvaluationSettings, Project } from '../../entities/project.ts'
import { RowId, seen, SeenRow } from '../common.ts'
import { PictureField } from '../picture.ts'

export const NewProjectBody = v.strictObject({
  id: v.optional(RowId),
  name: Project.entries.name,
  description: v.optional(Project.entries.description, ''),
  tags: v.optional(Project.entries.tags, []),
  version: v.optional(Project.entries.version, '1'),
  deadline: v.optional(v.nullable(Deadline), null),
  language: Project.entries.language,
  weight: Project.entries.weight,
  avatar: PictureField,
})

export const ProjectChange = v.strictObject({
  id: RowId,
  ...seen,
  name: v.optional(Project.entries.name),
  description: v.optional(Project.entries.description),
  tags: v.optional(Project.entries.tags),
  version: v.optional(Project.entries.version),
  deadline: v.optional(v.nullable(Deadline)),
  language: Project.entries.language,
  weight: Project.entries.weight,
  avatar: PictureField,
  sealed: v.optional(v.boolean()),
  stopInValidation: v.optional(v.boolean()),
  evaluation: v.optional(EvaluationSettings),
  weightsPublished: v.optional(v.boolean()),
  /** The reason for an extended deadline, which every vendor reads. */
  deadlineReason: v.optional(reason),
  /** The reason for a change of the scoring rules; needed once the answers are open. */
  evaluationReason: v.optional(reason),
})

const weights = v.pipe(
  v.array(v.strictObject({ ...SeenRow.entries, weight: percent })),
  v.maxLength(5_000),
)
/** The weights of packages and documents, each with the version that the caller saw. */
export const SeenWeights = v.strictObject({
  packages: weights,
  documents: weights,
  /** Needed once the answers are open, and in an addendum to answers that are not sealed. */
  reason: v.optional(reason),
})
export type SeenWeights = v.InferOutput<typeof SeenWeights>
