import type { Language } from '#schema/tables/languages.ts'
import type { NoticeGroup } from '#schema/tables/notice-groups.ts'

/** The names of the groups of kinds, in subjects of mails and on the page that ends them. */
export const GROUP_TEXTS: Record<NoticeGroup, Record<Language, string>> = {
  deadlines: { en: 'Deadlines', sk: 'Termíny' },
  steps: { en: 'Project milestones', sk: 'Míľniky projektu' },
  messages: { en: 'Messages from the project owner', sk: 'Správy vlastníka projektu' },
  replies: { en: 'Answers to questions', sk: 'Odpovede na otázky' },
  mentions: { en: 'Mentions', sk: 'Zmienky' },
  assignments: { en: 'Assignments and roles', sk: 'Pridelenia a roly' },
  questions: { en: 'Questions and pain points', sk: 'Otázky a problémy' },
  discussions: { en: 'Discussions', sk: 'Diskusie' },
  answers: { en: 'Submitted answers', sk: 'Odovzdané odpovede' },
  exports: { en: 'Exports', sk: 'Exporty' },
  security: { en: 'Security', sk: 'Bezpečnosť' },
}

export const NOTICE_MAIL = {
  en: {
    /** Of two or more. */
    digest: (count: number) => `${count} notifications`,
    fromProjects: (count: number) => `from ${count} projects`,
    open: 'Open in Tenderbook',
    stop: (what: string) => `Stop emails of this kind (${what})`,
    settings: 'Choose which emails you get',
  },
  sk: {
    digest: (count: number) => (count < 5 ? `${count} oznámenia` : `${count} oznámení`),
    fromProjects: (count: number) => `z ${count} projektov`,
    open: 'Otvoriť v aplikácii Tenderbook',
    stop: (what: string) => `Zrušiť e-maily tohto druhu (${what})`,
    settings: 'Zvoliť, ktoré e-maily dostávate',
  },
} as const satisfies Record<Language, object>
