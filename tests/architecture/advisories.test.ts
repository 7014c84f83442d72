import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { billOfMaterials } from '../../scripts/lib/bill-of-materials.ts'
import { projectRoot } from '../support/project-root.ts'

const read = (...path: string[]): string => readFileSync(join(projectRoot, ...path), 'utf8')
interface Advisory {
  name: string
  before: string
  source: string
}
const advisories: Advisory[] = read('tests', 'security', 'advisories.tsv')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [name = '', before = '', source = ''] = line.split('\t')
    return { name, before: before.replace(/^</, ''), source }
  })

const numbersOf = (version: string): number[] => version.split('-')[0]?.split('.').map(Number) ?? []
const isOlder = (version: string, than: string): boolean => {
  const [own, other] = [numbersOf(version), numbersOf(than)]
  const at = other.findIndex((number, index) => number !== (own[index] ?? 0))
  return at >= 0 && (own[at] ?? 0) < (other[at] ?? 0)
}
const faultyIn = (
  components: readonly { name: string; version: string; scope: string }[],
): string[] =>
  components.flatMap(({ name, version }) =>
    advisories
      .filter((one) => one.name === name && isOlder(version, one.before))
      .map(({ source }) => `${name} ${version}: ${source}`),
  )

test('no package of the lock file has a known vulnerability', () => {
  const { components } = billOfMaterials(read('package-lock.json'))
  expect(advisories.length).toBeGreaterThan(15)
  expect(
    advisories.filter(
      ({ name, before, source }) =>
        !/^\d+\.\d+\.\d+$/.test(before) ||
        source === '' ||
        !components.some((component) => component.name === name),
    ),
  ).toEqual([])
  expect(faultyIn(components)).toEqual([])
})

test('the check finds a vulnerable version and passes the first fixed one', () => {
  expect(
    faultyIn([
      { name: 'ws', version: '8.17.0', scope: 'required' },
      { name: 'ws', version: '8.17.1', scope: 'required' },
      { name: '@e965/xlsx', version: '0.18.5', scope: 'required' },
      { name: 'ws', version: '9.0.0', scope: 'required' },
    ]),
  ).toEqual(['ws 8.17.0: CVE-2024-37890', '@e965/xlsx 0.18.5: CVE-2024-22363'])
})
