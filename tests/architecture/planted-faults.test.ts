import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readImports } from './read-imports.ts'
import { FAULTS } from '../sync/simulator/faults.ts'
import { wrapDeclarations } from '../sync/simulator/wrap-declarations.ts'
import { projectRoot } from '../support/project-root.ts'

test('every planted bug names declarations that the product has', () => {
  const seams = Object.values(FAULTS).flatMap((fault) => fault.seams)
  expect(seams.length).toBeGreaterThan(30)
  for (const { file, name } of seams)
    wrapDeclarations(file, readFileSync(join(projectRoot, file), 'utf8'), [name], 'changes')
})

test('the simulator judges who may read what without the rules of access', () => {
  const path = 'tests/sync/simulator/may-hold.ts'
  const imports = readImports({ path, text: readFileSync(join(projectRoot, path), 'utf8') })
  expect(imports.length).toBeGreaterThan(0)
  // Types of rows and of the database hold no rule.
  expect(imports.filter(({ isTypeOnly }) => !isTypeOnly)).toEqual([])
})

test('a declaration is wrapped wherever it stands and however it is formatted', () => {
  const source = 'export const f = (a: number): number =>\n  a\nfunction g() { return f(1) }\n'
  expect(wrapDeclarations('x.ts', source, ['f', 'g'], 'changes')).toBe(
    'export const f = changes["f"]((a: number): number =>\n  a)\nfunction g() { return f(1) }\n\ng = changes["g"](g)',
  )
})

test('the message names a declaration that is gone', () => {
  expect(() => wrapDeclarations('x.ts', 'const f = 1\nconst g = 2\n', ['h'], 'changes')).toThrow(
    'x.ts declares h 0 times',
  )
})
