import { expect } from 'vitest'

/** Matches the error of a refused command; any field without `field`. */
export const refusal = (code: string, field?: string) =>
  expect.objectContaining({ code, ...(field === undefined ? {} : { field }) })
