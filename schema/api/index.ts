import { BASE_API } from './base.ts'

/** THE table of calls: slice → call → row. */
export const API = { ...BASE_API } as const
export type Api = typeof API
