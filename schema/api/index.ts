import { BASE_API } from './base.ts'
import { invitations, registration } from './users-service/registration.ts'
import { sessions } from './users-service/sessions.ts'

/** THE table of calls: slice → call → row. */
export const API = { ...BASE_API, registration, invitations, sessions } as const
export type Api = typeof API
