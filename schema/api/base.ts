import { attachments } from './projects-service/attachments.ts'
import { commitments } from './projects-service/commitments.ts'
import { documents } from './projects-service/documents.ts'
import { overrides } from './projects-service/overrides.ts'
import { packages } from './projects-service/packages.ts'
import { projects } from './projects-service/projects.ts'
import { releases } from './projects-service/releases.ts'
import { requirements } from './projects-service/requirements.ts'
import { sections } from './projects-service/sections.ts'
import { stateTransitions } from './projects-service/state-transitions.ts'
import { sync } from './sync-calls.ts'
import { application } from './users-service/application.ts'
import { auth } from './users-service/auth.ts'
import { organizations } from './users-service/organizations.ts'
import { users } from './users-service/users.ts'

/** The calls that every page of the client loads. Those of a single screen stand beside them in index.ts, and the screen brings them along. */
export const BASE_API = {
  application, auth, users, organizations, projects, stateTransitions, releases, packages, documents, sections, requirements, commitments, overrides, attachments, sync,
} as const
export type BaseApi = typeof BASE_API
