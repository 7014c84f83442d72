import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from './project-root.ts'

/** A file for each accepted finding that occurred, because workers are separate processes. */
export const OCCURRENCES = join(projectRoot, 'test-results/axe-accepted')
export const occurrencePath = (at: number): string => join(OCCURRENCES, String(at))

const noted = new Set<number>()
export const noteOccurrence = (at: number): void => {
  if (noted.has(at)) return
  noted.add(at)
  mkdirSync(OCCURRENCES, { recursive: true })
  writeFileSync(occurrencePath(at), '')
}
