import type { Api } from '#schema/api/index.ts'
import { READERS, TEAM } from './cast.ts'
import { inProject, type MatrixRow, ofVendor } from './matrix-row.ts'

export const EXPORT_ROWS = {
  list: inProject({ state: 'PUBLISHED', may: READERS }, ({ project }) => ({
    params: { id: project },
  })),
  start: (ids) => [
    ...inProject({ state: 'PUBLISHED', may: READERS }, ({ project }) => ({
      params: { id: project },
      body: { content: 'everything', format: 'json' },
    }))(ids),
    // Scores are for the team, once the answers are open.
    ...inProject({ state: 'PUBLISHED', may: [] }, ({ project }) => ({
      params: { id: project },
      body: { content: 'evaluation', format: 'json' },
    }))(ids),
    ...inProject({ state: 'EVALUATION', may: TEAM }, ({ project }) => ({
      params: { id: project },
      body: { content: 'evaluation', format: 'json' },
    }))(ids),
    ...inProject({ state: 'EVALUATION', may: ['owner'] }, ({ project }) => ({
      params: { id: project },
      body: { content: 'archive', format: 'tenderbook' },
    }))(ids),
    // A contact with one package exports the answers of its vendor there.
    ...([{ state: 'PUBLISHED' }, { state: 'EVALUATION', requestors: TEAM }] as const).flatMap(
      (rule) =>
        ofVendor(rule, ({ project, vendor }) => ({
          params: { id: project },
          body: { content: 'answers', format: 'json', vendorIds: [vendor] },
        }))(ids).map((attempt) =>
          attempt.object === 'own'
            ? { ...attempt, may: [...attempt.may, 'alpha-restricted' as const] }
            : attempt,
        ),
    ),
  ],
  // Everyone reaches only their own exports, of which there are none here.
  download: inProject({ state: 'PUBLISHED', may: [] }, ({ project }) => ({
    params: { id: project, exportId: 'export1' },
  })),
  delete: inProject({ state: 'PUBLISHED', may: [] }, ({ project }) => ({
    params: { id: project },
    body: { id: 'export1' },
  })),
} satisfies { [C in keyof Api['exports']]: MatrixRow }
