import type { Api } from '#schema/api/index.ts'
import { smallArchive } from '../../support/small-archive.ts'
import { VILLAGE } from './cast.ts'
import type { MatrixRow } from './matrix-row.ts'

export const ARCHIVE_ROWS = {
  restore: () => [
    {
      object: 'own',
      may: ['owner', 'org-owner', 'org-admin', 'e2e-org-admin', 'power-user', ...VILLAGE],
      bytes: smallArchive(),
    },
  ],
} satisfies { [C in keyof Api['archives']]: MatrixRow }
