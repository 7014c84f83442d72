import type { Notification } from '#schema/entities/notification.ts'
import type { Language } from '#schema/tables/languages.ts'
import { SEVERAL_OWN_PUSHES, SEVERAL_PUSHES } from '#schema/tables/notice-pushes.ts'

/** The newest notification of a project, or how many there are. */
export const pushTexts = (
  { message, project }: Pick<Notification, 'message' | 'project'>,
  count: number,
  language: Language,
): { title: string; body?: string } => {
  if (count === 1) return { title: message }
  const forms = (project === null ? SEVERAL_OWN_PUSHES : SEVERAL_PUSHES)[language]
  const isFew = new Intl.PluralRules(language).select(count) === 'few'
  const title = (isFew ? forms.few : forms.other)
    .replace('#', () => String(count))
    .replace('{name}', () => project?.name ?? '')
  return { title, body: message }
}
