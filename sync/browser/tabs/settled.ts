import { Refusal } from '#schema/refusal.ts'
import type { Outcome } from './device-api.ts'

/** Turns a Refusal into a value that a page gets whole; any other error stays an error. */
export const settled = async <T>(work: Promise<T>): Promise<Outcome<T>> => {
  try {
    return { value: await work }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { refusal: { code: error.code, detail: error.detail, field: error.field } }
  }
}
