import { projects } from './projects-service/projects.ts'
import { stateTransitions } from './projects-service/state-transitions.ts'
import { sync } from './sync-calls.ts'
import { auth } from './users-service/auth.ts'
import { organizations } from './users-service/organizations.ts'

/**
 * The calls that every page of the client loads. The other calls are in index.ts: those of single
 * screens, which load them, and those that the client never makes, because it edits through the
 * outbox.
 */
export const BASE_API = {
  auth,
  organizations,
  projects,
  stateTransitions,
  sync,
} as const
export type BaseApi = typeof BASE_API
