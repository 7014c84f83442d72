import type { Api } from '#schema/api/index.ts'
import { fileTypeOf } from '#schema/rules/files/files.ts'
import {
  ALPHA,
  BETA,
  EVALUATORS,
  type Name,
  PROJECT_ADMINS,
  READERS,
  READERS_OF_P1,
  TEAM,
} from './cast.ts'
import { buildForm, hashOf, PLAN } from '../send-file.ts'
import { edit, inProject, type MatrixRow, ofVendor, type ProjectIds } from './matrix-row.ts'
import { ANSWER_HASH } from './seed-projects.ts'

const answering = { state: 'PUBLISHED' } as const
const evaluating = { state: 'EVALUATION', may: EVALUATORS } as const
const values = { note: 'Out of the box' }
const answerRow = ofVendor(answering, ({ project, requirement2, vendor }) => ({
  params: { id: requirement2 },
  body: { vendorId: vendor, updatedOn: 0, values },
  push: edit('commitments.update', {
    projectId: project,
    requirementId: requirement2,
    vendorId: vendor,
    values,
  }),
}))

export const REQUIREMENT_ANSWER_ROWS = {
  createCommitment: answerRow,
  updateCommitment: answerRow,
} satisfies {
  [C in Extract<keyof Api['requirements'], 'createCommitment' | 'updateCommitment'>]: MatrixRow
}

export const COMMITMENT_ROWS = {
  checkReceipts: inProject(
    { state: 'PUBLISHED', may: READERS },
    ({ project, requirement1, vendor }) => ({
      params: { id: project },
      body: {
        receipts: [
          {
            answerId: `${requirement1}.${vendor}`,
            submittedOn: 1,
            by: 'x',
            contentHash: ANSWER_HASH,
          },
        ],
      },
    }),
  ),
  updateBulk: ofVendor(answering, ({ project, requirement2, vendor }) => {
    const [scope, item] = [
      { projectId: project, vendorId: vendor },
      { requirementId: requirement2, values },
    ]
    return {
      body: { ...scope, items: [{ ...item, updatedOn: 0 }] },
      push: edit('commitments.updateBulk', { ...scope, items: [item] }),
    }
  }),
  submit: ofVendor(answering, ({ project, requirement2, vendor }) => {
    const body = {
      projectId: project,
      vendorId: vendor,
      items: [{ requirementId: requirement2, contentHash: ANSWER_HASH }],
    }
    return { body, push: edit('commitments.submit', body) }
  }),
} satisfies { [C in keyof Api['commitments']]: MatrixRow }

const part = ({ project, document1, vendor }: ProjectIds) => ({
  projectId: project,
  vendorId: vendor,
  documentId: document1,
  sectionId: null,
})
/** Only the primary contact gives parts to colleagues, and only the assigned contact marks them. */
const ofPrimary =
  (at: Parameters<typeof ofVendor>[1]): MatrixRow =>
  (ids) =>
    ofVendor(
      { state: 'PUBLISHED' },
      at,
    )(ids).map((attempt) => ({
      ...attempt,
      may: attempt.may.filter((name) => name.endsWith('-primary')),
    }))
export const PART_ROWS = {
  list: inProject({ state: 'PUBLISHED', may: READERS }, ({ project }) => ({
    params: { id: project },
  })),
  update: ofPrimary((ids) => ({
    body: { ...part(ids), updatedOn: 0, dueOn: '2029-06-20' },
    push: edit('parts.update', { ...part(ids), patch: { dueOn: '2029-06-20' } }),
  })),
  setReady: ofPrimary((ids) => {
    const body = { ...part(ids), isReady: true }
    return { body: { ...body, updatedOn: 0 }, push: edit('parts.setReady', body) }
  }),
} satisfies { [C in keyof Api['parts']]: MatrixRow }

const overridden = ({ vendor }: ProjectIds, requirementId: string) => ({
  requirementId,
  vendorId: vendor,
  parameterId: 'met',
  reason: 'Because',
})
export const OVERRIDE_ROWS = {
  set: inProject(evaluating, (ids) => {
    const body = { ...overridden(ids, ids.requirement2), value: 10 }
    return {
      body: { ...body, updatedOn: 0 },
      push: edit('overrides.set', { projectId: ids.project, ...body }),
    }
  }),
  remove: inProject(evaluating, (ids) => {
    const body = overridden(ids, ids.requirement1)
    return {
      body: { ...body, updatedOn: 0 },
      push: edit('overrides.remove', { projectId: ids.project, ...body }),
    }
  }),
} satisfies { [C in keyof Api['overrides']]: MatrixRow }

const file = {
  contentHash: hashOf(PLAN),
  bytes: PLAN.length,
  mime: fileTypeOf('plan.pdf')?.mime ?? '',
}
/** Holders of ATTACHMENT_CREATE among the requestors, and every vendor for its own answer. */
const ATTACHERS: readonly Name[] = [
  ...PROJECT_ADMINS,
  'author',
  'collaborator',
  'approver',
  ...ALPHA,
  ...BETA,
]
const shared = { state: 'PUBLISHED', may: READERS_OF_P1 } as const

/** Removes a requestor's file, which every member of the project reads. */
const removeShared = (place: 'package1' | 'document1'): MatrixRow =>
  inProject({ may: [...PROJECT_ADMINS, 'author'] }, (ids) => {
    const id = `${ids.project}-${place}`
    return {
      params: { id: ids[place] },
      body: { id },
      push: edit('attachments.remove', { projectId: ids.project, id }),
    }
  })

/** Uploads and attaches in one call, under the rule for attaching bytes sent before. */
const sendTo = (
  kind: 'package' | 'document' | 'requirement',
  at: 'package1' | 'document1' | 'requirement1',
): MatrixRow =>
  inProject({ state: 'PUBLISHED', may: ATTACHERS }, (ids) => {
    const { payload, contentType } = buildForm(PLAN)
    const push = edit('attachments.create', {
      projectId: ids.project,
      id: 'new',
      place: { kind, id: ids[at] },
      file,
      name: 'plan.pdf',
      alias: '',
      description: '',
    })
    return { params: { id: ids[at] }, bytes: payload, bytesType: contentType, push }
  })

export const ATTACHMENT_ROWS = {
  create: inProject({ state: 'PUBLISHED', may: ATTACHERS }, ({ project, requirement1 }) => {
    const body = {
      id: 'new',
      place: { kind: 'requirement' as const, id: requirement1 },
      file,
      name: 'plan.pdf',
      alias: '',
      description: '',
    }
    return { body, push: edit('attachments.create', { projectId: project, ...body }) }
  }),
  update: ofVendor(answering, (ids) => ({
    body: { id: ids.file, updatedOn: 0, alias: 'Plan' },
    push: edit('attachments.update', {
      projectId: ids.project,
      id: ids.file,
      patch: { alias: 'Plan' },
    }),
  })),
  ofPackage: inProject(shared, ({ package1 }) => ({ params: { id: package1 } })),
  ofDocument: inProject(shared, ({ document1 }) => ({ params: { id: document1 } })),
  ofRequirement: inProject(shared, ({ requirement1 }) => ({ params: { id: requirement1 } })),
  sendToPackage: sendTo('package', 'package1'),
  sendToDocument: sendTo('document', 'document1'),
  sendToRequirement: sendTo('requirement', 'requirement1'),
  removeOfPackage: removeShared('package1'),
  removeOfDocument: removeShared('document1'),
  removeOfRequirement: ofVendor(answering, (ids) => ({
    params: { id: ids.requirement1 },
    body: { id: ids.file },
    push: edit('attachments.remove', { projectId: ids.project, id: ids.file }),
  })),
  content: (ids) => [
    ...ofVendor(answering, ({ file: id }) => ({ params: { id } }))(ids),
    ...ofVendor({ state: 'EVALUATION', requestors: TEAM }, ({ file: id }) => ({
      params: { id },
    }))(ids),
    ...inProject(shared, ({ project }) => ({ params: { id: `${project}-document1` } }))(ids),
  ],
} satisfies { [C in keyof Api['attachments']]: MatrixRow }
