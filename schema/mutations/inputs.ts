import * as v from 'valibot'
import { ATTACHMENT_PLACES, StoredFile } from '../entities/attachment.ts'
import { PLACES, Severity } from '../entities/comment.ts'
import { CommitmentValues } from '../entities/commitment.ts'
import { FIELD_LIMITS } from '../entities/field-limits.ts'
import {
  date as isoDate,
  description,
  listOf,
  numericId,
  percent,
  text as boundedText,
} from '../entities/fields.ts'
import { ParameterValue } from '../entities/parameter.ts'
import { Deadline, EvaluationSettings, Project } from '../entities/project.ts'
import { PREFIX } from '../rules/project/numbering.ts'
import { DefinitionPart } from './definition-part.ts'
import type { RemovedRow } from './mutation.ts'

/** The most rows in one bulk command, so that a command stays one short transaction. */
export const BULK_LIMIT = 200
/** The most answers in one submit. */
export const SUBMIT_LIMIT = 500

// No dot, colon, slash, hash or star: these join ids in row keys and buckets.
const id = v.pipe(v.string(), v.regex(/^[0-9A-Za-z_-]{1,64}$/))
/** An id, optionally followed by a vendor's number. */
const sideId = v.pipe(v.string(), v.regex(/^[0-9A-Za-z_-]{1,64}(?:\.\d{1,16})?$/))
const ids = v.pipe(v.array(id), v.minLength(1), v.maxLength(10_000))
const after = v.nullable(id)
const text = (max: number) => v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(max))
const title = text(FIELD_LIMITS.title)
const requirementName = text(FIELD_LIMITS.requirementName)
const help = boundedText(FIELD_LIMITS.help)
const definition = boundedText(FIELD_LIMITS.definition)
const sourceId = v.nullable(v.pipe(v.string(), v.trim(), v.maxLength(FIELD_LIMITS.sourceId)))
/** Joined with the marks of the row; an undo leaves them. */
const imported = v.optional(boundedText(FIELD_LIMITS.importMarks))
const prefix = v.pipe(v.string(), v.trim(), v.toUpperCase(), v.regex(PREFIX))
const reason = text(FIELD_LIMITS.reason)
const vendorId = numericId
const weights = v.pipe(v.array(v.strictObject({ id, weight: percent })), v.maxLength(5_000))
const alias = v.pipe(v.string(), v.trim(), v.maxLength(FIELD_LIMITS.title))
const commentText = text(FIELD_LIMITS.commentText)
const parameterId = v.pipe(v.string(), v.minLength(1), v.maxLength(FIELD_LIMITS.parameterKey))

const requirementPatch = v.strictObject({
  name: v.optional(requirementName),
  vendorHelp: v.optional(help),
  evaluatorHelp: v.optional(help),
  definition: v.optional(definition),
  definitionPart: v.optional(DefinitionPart),
  imported,
})
const bulk = <S extends v.GenericSchema>(item: S, max = BULK_LIMIT) =>
  v.pipe(v.array(item), v.minLength(1), v.maxLength(max))
const releaseVersion = text(FIELD_LIMITS.version)

/** A document, or a section of it, that a vendor answers. */
const partPlace = { projectId: id, vendorId, documentId: id, sectionId: v.nullable(id) }

/**
 * The arguments of every command. The executor parses the arguments with this schema and runs the
 * command with the result.
 */
export const COMMAND_INPUTS = {
  'projects.update': v.strictObject({
    projectId: id,
    patch: v.strictObject({
      name: v.optional(title),
      description: v.optional(boundedText(FIELD_LIMITS.description)),
      tags: v.optional(listOf(text(FIELD_LIMITS.tag), FIELD_LIMITS.tags)),
      version: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(FIELD_LIMITS.version))),
      deadline: v.optional(v.nullable(Deadline)),
      language: Project.entries.language,
      weight: Project.entries.weight,
      avatar: Project.entries.avatar,
      sealed: v.optional(v.boolean()),
      stopInValidation: v.optional(v.boolean()),
      evaluation: v.optional(EvaluationSettings),
      weightsPublished: v.optional(v.boolean()),
    }),
    /** The reason for extending the deadline of a sealed, published project. */
    deadlineReason: v.optional(reason),
    /** The reason for changing `evaluation`; needed once the answers are open. */
    evaluationReason: v.optional(reason),
  }),
  'packages.create': v.strictObject({ projectId: id, id, name: title, after }),
  'packages.update': v.strictObject({ projectId: id, id, name: title }),
  'packages.move': v.strictObject({ projectId: id, id, after }),
  'packages.delete': v.strictObject({ projectId: id, id }),
  'documents.create': v.strictObject({
    projectId: id,
    id,
    packageId: id,
    name: title,
    prefix,
    after,
  }),
  'documents.update': v.strictObject({
    projectId: id,
    id,
    patch: v.strictObject({ name: v.optional(title), prefix: v.optional(prefix) }),
  }),
  'documents.move': v.strictObject({ projectId: id, id, after }),
  'documents.delete': v.strictObject({ projectId: id, id }),
  'documents.addMember': v.strictObject({ projectId: id, id, userId: numericId }),
  'documents.removeMember': v.strictObject({ projectId: id, id, userId: numericId }),
  /** `ownerId` null = unassigned. */
  'owners.set': v.strictObject({
    projectId: id,
    ownerId: v.nullable(numericId),
    packageIds: v.pipe(v.array(id), v.maxLength(BULK_LIMIT)),
    documentIds: v.pipe(v.array(id), v.maxLength(BULK_LIMIT)),
  }),
  'sections.create': v.strictObject({ projectId: id, id, documentId: id, name: title, after }),
  'sections.update': v.strictObject({ projectId: id, id, name: title }),
  'sections.move': v.strictObject({ projectId: id, id, after }),
  'sections.delete': v.strictObject({ projectId: id, id }),
  'requirements.create': v.strictObject({
    projectId: id,
    id,
    sectionId: id,
    after,
    name: requirementName,
    definition,
    sourceId: v.optional(sourceId),
    vendorHelp: v.optional(help),
    evaluatorHelp: v.optional(help),
  }),
  'requirements.createBulk': v.strictObject({
    projectId: id,
    documentId: id,
    sections: v.pipe(v.array(v.strictObject({ id, name: title })), v.maxLength(BULK_LIMIT)),
    requirements: v.pipe(
      v.array(
        v.strictObject({
          id,
          sectionId: id,
          name: requirementName,
          definition,
          sourceId,
          imported,
        }),
      ),
      v.maxLength(BULK_LIMIT),
    ),
  }),
  'requirements.update': v.strictObject({ projectId: id, id, patch: requirementPatch }),
  'requirements.updateBulk': v.strictObject({
    projectId: id,
    items: bulk(v.strictObject({ id, patch: requirementPatch })),
  }),
  'requirements.move': v.strictObject({ projectId: id, ids, sectionId: id, after }),
  'requirements.delete': v.strictObject({ projectId: id, ids }),
  'content.restore': v.strictObject({
    projectId: id,
    root: v.strictObject({
      entity: v.picklist(['package', 'document', 'section', 'requirement']),
      id,
    }),
    /** The rows that the device shows until the server answers; they are not sent. */
    shown: v.optional(
      v.pipe(
        v.array(v.custom<RemovedRow>((value) => typeof value === 'object' && value !== null)),
        v.maxLength(100_000),
      ),
    ),
  }),
  'requirements.exclude': v.strictObject({ projectId: id, id, reason: v.nullable(reason) }),
  'releases.create': v.strictObject({
    projectId: id,
    id,
    version: releaseVersion,
    date: v.nullable(isoDate),
    after,
  }),
  'releases.update': v.strictObject({
    projectId: id,
    id,
    patch: v.strictObject({
      version: v.optional(releaseVersion),
      date: v.optional(v.nullable(isoDate)),
    }),
  }),
  'releases.move': v.strictObject({ projectId: id, id, after }),
  'releases.delete': v.strictObject({ projectId: id, id }),
  'weights.set': v.strictObject({
    projectId: id,
    packages: weights,
    documents: weights,
    /** Needed once the answers are open. */
    reason: v.optional(reason),
  }),
  'commitments.update': v.strictObject({
    projectId: id,
    requirementId: id,
    vendorId,
    values: CommitmentValues,
  }),
  'commitments.updateBulk': v.strictObject({
    projectId: id,
    vendorId,
    items: bulk(v.strictObject({ requirementId: id, values: CommitmentValues })),
  }),
  'commitments.submit': v.strictObject({
    projectId: id,
    vendorId,
    items: bulk(
      v.strictObject({
        requirementId: id,
        contentHash: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
      }),
      SUBMIT_LIMIT,
    ),
  }),
  /** Fields that are not named stay. `needsApproval` and `submitters` count for a document. */
  'parts.update': v.strictObject({
    ...partPlace,
    patch: v.strictObject({
      userId: v.optional(v.nullable(numericId)),
      dueOn: v.optional(v.nullable(isoDate)),
      needsApproval: v.optional(v.boolean()),
      submitters: v.optional(listOf(numericId, FIELD_LIMITS.members)),
    }),
  }),
  'parts.setReady': v.strictObject({ ...partPlace, isReady: v.boolean() }),
  'overrides.set': v.strictObject({
    projectId: id,
    requirementId: id,
    vendorId,
    parameterId,
    value: ParameterValue,
    reason,
  }),
  'overrides.remove': v.strictObject({
    projectId: id,
    requirementId: id,
    vendorId,
    parameterId,
    reason,
  }),
  'attachments.create': v.strictObject({
    projectId: id,
    id,
    place: v.strictObject({ kind: v.picklist(ATTACHMENT_PLACES), id }),
    file: StoredFile,
    name: title,
    alias,
    description,
  }),
  'attachments.update': v.strictObject({
    projectId: id,
    id: sideId,
    patch: v.strictObject({
      name: v.optional(title),
      alias: v.optional(alias),
      description: v.optional(description),
    }),
  }),
  'attachments.remove': v.strictObject({ projectId: id, id: sideId }),
  /**
   * Only pain points have a `severity`, and need one. The vendor's number is joined to the id of a
   * comment by its contact.
   */
  'comments.create': v.strictObject({
    projectId: id,
    id,
    place: v.strictObject({ kind: v.picklist(PLACES), id }),
    type: v.picklist(['D', 'Q', 'PP']),
    severity: v.nullable(Severity),
    text: commentText,
  }),
  'comments.reply': v.strictObject({ projectId: id, id, commentId: sideId, text: commentText }),
  'comments.markOfficial': v.strictObject({ projectId: id, id: sideId, replyId: id }),
  /** Both texts as everyone will read them; `id` is that of the publication. */
  'comments.publish': v.strictObject({
    projectId: id,
    id,
    commentId: sideId,
    question: commentText,
    answer: commentText,
  }),
  'comments.correct': v.strictObject({
    projectId: id,
    id,
    question: commentText,
    answer: commentText,
  }),
} as const

export type CommandName = keyof typeof COMMAND_INPUTS
export type CommandArgs = { [N in CommandName]: v.InferOutput<(typeof COMMAND_INPUTS)[N]> }
export const COMMANDS = Object.keys(COMMAND_INPUTS) as CommandName[]
