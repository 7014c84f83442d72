import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { parse } from 'yaml'

const Named = v.object({ id: v.string(), label: v.string() })
const Catalogue = v.object({
  standards: v.array(
    v.object({ id: v.string(), label: v.string(), url: v.string(), chapters: v.array(v.string()) }),
  ),
  chapters: v.array(
    v.object({
      id: v.string(),
      label: v.string(),
      criteria: v.array(
        v.object({
          id: v.string(),
          handle: v.string(),
          alt_id: v.string(),
          components: v.array(v.string()),
        }),
      ),
    }),
  ),
  components: v.array(Named),
})
const Terms = v.object({ terms: v.array(v.object({ ...Named.entries, description: v.string() })) })

const LEVELS = [
  'supports',
  'partially-supports',
  'does-not-support',
  'not-applicable',
  'not-evaluated',
] as const
export type Level = (typeof LEVELS)[number]
const Report = v.object({
  chapters: v.record(
    v.string(),
    v.object({
      criteria: v.optional(
        v.array(
          v.object({
            num: v.string(),
            components: v.array(
              v.object({
                name: v.string(),
                adherence: v.object({
                  level: v.picklist([...LEVELS, '']),
                  notes: v.optional(v.nullable(v.string())),
                }),
              }),
            ),
          }),
        ),
      ),
    }),
  ),
})

/** One criterion of the catalogue for one component of a product; it becomes a requirement. */
export interface Criterion {
  /** `<number> <component>`, the key that reports refer to. Numbers are unique in the catalogue. */
  readonly key: string
  readonly number: string
  readonly handle: string
  readonly component: { readonly id: string; readonly label: string }
  readonly url: string
}
export interface Chapter {
  readonly id: string
  readonly label: string
  readonly criteria: readonly Criterion[]
}
export interface PublishedAnswer {
  readonly level: Level
  readonly notes: string
}

const criterionKey = (number: string, component: string): string =>
  component === 'none' ? number : `${number} ${component}`

const readYaml = (name: string): unknown =>
  parse(readFileSync(new URL(`openacr/openacr-${name}.yaml`, import.meta.url), 'utf8'))

export const readChapters = (): Chapter[] => {
  const catalogue = v.parse(Catalogue, readYaml('catalog-2.4-wcag-2.1-508-en'))
  const labels = new Map(catalogue.components.map(({ id, label }) => [id, label]))
  return catalogue.chapters.map(({ id, label, criteria }) => {
    const standard = catalogue.standards.find(({ chapters }) => chapters.includes(id))
    return {
      id,
      label,
      criteria: criteria.flatMap((one) =>
        one.components.map((component) => ({
          key: criterionKey(one.id, component),
          number: one.id,
          handle: one.handle,
          component: { id: component, label: labels.get(component) ?? component },
          url: standard?.id.startsWith('wcag')
            ? `${standard.url}#${one.alt_id}`
            : (standard?.url ?? ''),
        })),
      ),
    }
  })
}

export interface AdherenceTerm {
  readonly id: string
  readonly label: string
  readonly description: string
}
export const readTerms = (): AdherenceTerm[] => v.parse(Terms, readYaml('terms')).terms

/** Reads a vendor's published report: its answer to each criterion. Blank answers are left out. */
export const readReport = (name: string): Map<string, PublishedAnswer> => {
  const answers = new Map<string, PublishedAnswer>()
  for (const { criteria = [] } of Object.values(v.parse(Report, readYaml(name)).chapters)) {
    for (const { num, components } of criteria) {
      for (const { name: component, adherence } of components) {
        if (adherence.level)
          answers.set(criterionKey(num, component), {
            level: adherence.level,
            notes: withoutEntities(adherence.notes ?? ''),
          })
      }
    }
  }
  return answers
}

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }
const withoutEntities = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot);/g, (entity) => ENTITIES[entity] ?? entity).trim()
