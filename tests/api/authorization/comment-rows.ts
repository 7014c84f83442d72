import type { Api } from '#schema/api/index.ts'
import { ALPHA, ALPHA_ALL, BETA, PROJECT_ADMINS, TEAM } from './cast.ts'
import { edit, inProject, type MatrixRow, ofVendor } from './matrix-row.ts'
import { commentIds } from './seed-comments.ts'

const open = { state: 'PUBLISHED' } as const
/** Contacts who may open the project at all. */
const CONTACTS = [...ALPHA_ALL.filter((name) => name !== 'alpha-ungranted'), ...BETA] as const
const EVERYBODY_INSIDE = [...TEAM, ...CONTACTS] as const
const text = 'How many users?'
const texts = { question: 'How many?', answer: 'A hundred.' }
const onRequirement = (requirement1: string) => ({ kind: 'requirement' as const, id: requirement1 })

const list = (type: 'D' | 'Q' | 'PP'): MatrixRow =>
  inProject({ ...open, may: type === 'D' ? TEAM : EVERYBODY_INSIDE }, ({ project }) => ({
    params: { id: project },
    body: { type },
  }))
/** A contact without a grant for the place's package may not write there. */
const create = (type: 'D' | 'Q' | 'PP'): MatrixRow =>
  inProject(
    { ...open, may: type === 'D' ? TEAM : [...ALPHA, ...BETA] },
    ({ project, requirement1 }) => {
      const body = {
        id: 'new',
        place: onRequirement(requirement1),
        type,
        severity: type === 'PP' ? ('MINOR' as const) : null,
        text,
      }
      return {
        params: { id: project },
        body,
        push: edit('comments.create', { projectId: project, ...body }),
      }
    },
  )

export const COMMENT_ROWS = {
  list: (ids) => (['D', 'Q', 'PP'] as const).flatMap((type) => list(type)(ids)),
  publications: inProject({ ...open, may: EVERYBODY_INSIDE }, ({ project }) => ({
    params: { id: project },
  })),
  create: (ids) => [
    ...(['D', 'Q', 'PP'] as const).flatMap((type) => create(type)(ids)),
    ...inProject({ ...open, may: CONTACTS }, ({ project }) => {
      const body = {
        id: 'new',
        place: { kind: 'project' as const, id: project },
        type: 'Q' as const,
        severity: null,
        text,
      }
      return {
        params: { id: project },
        body,
        push: edit('comments.create', { projectId: project, ...body }),
      }
    })(ids),
  ],
  reply: (ids) => [
    ...ofVendor({ ...open, requestors: TEAM }, (at) => {
      const { question } = commentIds(at)
      return {
        params: { id: question },
        body: { id: 'new', text },
        push: edit('comments.reply', {
          projectId: at.project,
          id: 'new',
          commentId: question,
          text,
        }),
      }
    })(ids),
    ...inProject({ ...open, may: TEAM }, (at) => {
      const { discussion } = commentIds(at)
      return {
        params: { id: discussion },
        body: { id: 'new', text },
        push: edit('comments.reply', {
          projectId: at.project,
          id: 'new',
          commentId: discussion,
          text,
        }),
      }
    })(ids),
  ],
  markOfficial: inProject({ ...open, may: PROJECT_ADMINS }, (at) => {
    const { question, draft } = commentIds(at)
    return {
      params: { id: question },
      body: { replyId: draft, updatedOn: 0 },
      push: edit('comments.markOfficial', { projectId: at.project, id: question, replyId: draft }),
    }
  }),
  publish: inProject({ ...open, may: PROJECT_ADMINS }, (at) => {
    const { question } = commentIds(at)
    return {
      params: { id: question },
      body: { id: 'new', updatedOn: 0, ...texts },
      push: edit('comments.publish', {
        projectId: at.project,
        id: 'new',
        commentId: question,
        ...texts,
      }),
    }
  }),
  correct: inProject({ ...open, may: PROJECT_ADMINS }, (at) => {
    const { publication } = commentIds(at)
    return {
      params: { id: publication },
      body: { ...texts, updatedOn: 0 },
      push: edit('comments.correct', { projectId: at.project, id: publication, ...texts }),
    }
  }),
} satisfies { [C in keyof Api['comments']]: MatrixRow }
