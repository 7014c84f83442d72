import type { Api } from '#schema/api/index.ts'
import { READERS, REQUESTORS, TEAM } from './cast.ts'
import { inProject, type MatrixRow, ofVendor } from './matrix-row.ts'

export const LOG_ROWS = {
  chains: inProject({ state: 'PUBLISHED', may: READERS }, ({ project }) => ({
    params: { id: project },
  })),
  entries: (ids) => [
    ...inProject({ state: 'PUBLISHED', may: REQUESTORS }, ({ project }) => ({
      params: { id: project },
      body: { audience: 'team' },
    }))(ids),
    // A contact with one package reads the chain of its vendor too.
    ...([{ state: 'PUBLISHED' }, { state: 'EVALUATION', requestors: TEAM }] as const).flatMap(
      (rule) =>
        ofVendor(rule, ({ project, vendor }) => ({
          params: { id: project },
          body: { audience: `v${vendor}` },
        }))(ids).map((attempt) =>
          attempt.object === 'own'
            ? { ...attempt, may: [...attempt.may, 'alpha-restricted' as const] }
            : attempt,
        ),
    ),
  ],
} satisfies { [C in keyof Api['projectLog']]: MatrixRow }
