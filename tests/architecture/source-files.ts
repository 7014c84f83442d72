import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../support/project-root.ts'
import type { SourceFile } from './read-imports.ts'

const LAYERS = ['schema', 'sync', 'server', 'client']
const isSource = (path: string): boolean =>
  /\.tsx?$/.test(path) && !/\.test\.tsx?$|\.d\.ts$|\.gen\.ts$/.test(path)

const filesOf = (wanted: (path: string) => boolean): SourceFile[] =>
  LAYERS.flatMap((layer) =>
    readdirSync(join(projectRoot, layer), { recursive: true, encoding: 'utf8' }).map(
      (path) => `${layer}/${path}`,
    ),
  )
    .filter(wanted)
    .map((path) => ({ path, text: readFileSync(join(projectRoot, path), 'utf8') }))

/** The product's own sources, without tests, which may import anything. */
export const sourceFiles = (): SourceFile[] => filesOf(isSource)
export const styleSheets = (): SourceFile[] => filesOf((path) => path.endsWith('.css'))
