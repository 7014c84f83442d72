import { runInThisContext } from 'node:vm'
import { expect, it } from 'vitest'
import { faultsOf } from './faults.ts'
import { plantFaults } from './plant.ts'

const FILE = 'server/example.ts'
const idsOf = (source: string): string[] => faultsOf(FILE, source).map(({ id }) => id)
/** The replacement of each fault, by the fault's id without its file. */
const changesOf = (source: string): Record<string, string> =>
  Object.fromEntries(
    faultsOf(FILE, source).map(({ id, start, end, replacement }) => [
      id.slice(FILE.length + 1),
      source.slice(0, start) + replacement + source.slice(end),
    ]),
  )

it('leaves away each where of a chain, and what is called for its effect', () => {
  const found = changesOf(`const f = () => {
    note(1)
    return db.selectFrom('x').where('a', '=', 1).where('b', '=', 2)
  }`)
  expect(found['f/step:1']).toContain(`return (db.selectFrom('x').where('a', '=', 1))`)
  expect(found['f/step:2']).toContain(`(db.selectFrom('x')).where('b', '=', 2)`)
  expect(found['f/call:1']).not.toContain('note(1)')
})

it('changes bounds, numbers, units of time, conditions and the order of arguments', () => {
  const found = changesOf(`const WAIT = 60_000
  const f = (a: number, b: number) => (a < b && !c ? g(a, b) : 7)`)
  expect(found['-/unit:1']).toContain('const WAIT = (60_000 * 60)')
  expect(found['f/bound:1']).toContain('((a) <= (b))')
  expect(found['f/logic:1']).toContain('((a < b) || (!c))')
  expect(found['f/not:1']).toContain('a < b && (c)')
  expect(found['f/always:1']).toContain('(true ? g(a, b) : 7)')
  expect(found['f/never:1']).toContain('(false ? g(a, b) : 7)')
  expect(found['f/arguments:1']).toContain('(g(b, a))')
  expect(found['f/number:1']).toContain(': (7 + 1)')
})

it('leaves types, texts, imports and the messages of errors alone', () => {
  expect(
    idsOf(`import { a } from 'b'
    type Size = 1 | 2
    const text = t\`\${1} of 2\`
    if (text === null) throw new Error(\`at \${1 + 2}\`)`),
  ).toEqual([`${FILE}#-/always:1`, `${FILE}#-/never:1`, `${FILE}#-/equality:1`])
})

it('ids outlive formatting and moving a function', () => {
  const one = `const f = (a: number) => a < 1\nfunction g() { return h(1) + 2 }`
  const other = `function g() {\n  return (\n    h(1) + 2\n  )\n}\nconst f = (a: number) =>\n  a < 1`
  expect(idsOf(one).toSorted()).toEqual(idsOf(other).toSorted())
})

it('plants all faults at once, of which none or the named one acts', () => {
  const source = `const list = []
list.push(1)
const f = (n) => {
  const double = n * 2
  ;[1].forEach(() => list.push(double))
  if (n > 1) list.push(n)
  else list.push(0)
  return list.filter((one) => one > 1).length
}
return f(2)`
  const faults = faultsOf(FILE, `const run = () => {\n${source}\n}`)
  const planted = plantFaults(
    `const run = () => {\n${source}\n}`,
    faults.map((fault, number) => ({ ...fault, number })),
  )
  const resultWith = (active: number): unknown => {
    globalThis.isPlanted = (fault) => fault === active
    return runInThisContext(`(() => { ${planted}; return run() })()`)
  }
  expect(resultWith(-1)).toBe(2)
  const numberOf = (id: string): number => faults.findIndex((fault) => fault.id === `${FILE}#${id}`)
  expect(resultWith(numberOf('run.f/step:1'))).toBe(3)
  expect(resultWith(numberOf('run.f/never:1'))).toBe(1)
  expect(resultWith(numberOf('run.f/call:1'))).toBe(1)
})
