import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { projectRoot } from './project-root.ts'

/** The folder with the specification and the real input files, a sibling of the project. */
export const sharedRoot = process.env['TENDERBOOK_SHARED'] ?? resolve(projectRoot, '../shared')

/** False in a clone without that folder; tests that need it say so and are skipped. */
export const hasSharedData = existsSync(resolve(sharedRoot, 'data/EXPECTED.json'))

/** Example: `sharedPath('data', 'csv', 'owasp-asvs-5.0.0-en.csv')` */
export const sharedPath = (...parts: string[]): string => resolve(sharedRoot, ...parts)
export const readShared = (...parts: string[]): Buffer => readFileSync(sharedPath(...parts))
export const readSharedText = (...parts: string[]): string =>
  readFileSync(sharedPath(...parts), 'utf8')
