import type { Language } from '../../tables/languages.ts'
import { type ManyKind, NOTICE_MANY } from '../../tables/notice-many.ts'

export const isManyKind = (kind: string | undefined): kind is ManyKind =>
  kind !== undefined && Object.hasOwn(NOTICE_MANY, kind)

/** The text of `count` notifications (two or more) of one kind and project. */
export const manyText = (
  kind: ManyKind,
  language: Language,
  { count, project }: { count: number; project: string },
): string => {
  const forms: { few?: string; other: string } = NOTICE_MANY[kind][language]
  const isFew = new Intl.PluralRules(language).select(count) === 'few'
  return ((isFew ? forms.few : undefined) ?? forms.other).replaceAll(/\{(\w+)\}/g, (_, name) =>
    name === 'count' ? String(count) : project,
  )
}
