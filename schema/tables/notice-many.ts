import type { Language } from './languages.ts'
import type { NoticeKind } from './notices.ts'

/** `few`: 2 to 4 in Slovak. `{count}` and `{project}` are replaced by values. */
type Forms = Readonly<{ few?: string; other: string }>

/**
 * Texts of several notifications of one kind and project. Kinds without an entry, such as messages,
 * say something of their own each time and are only joined with equal ones.
 */
export const NOTICE_MANY = {
  'package.assigned': {
    en: { other: '{count} packages in {project} were assigned to you' },
    sk: {
      few: 'V projekte {project} vám boli pridelené {count} balíky',
      other: 'V projekte {project} vám bolo pridelených {count} balíkov',
    },
  },
  'document.assigned': {
    en: { other: '{count} documents in {project} were assigned to you' },
    sk: {
      few: 'V projekte {project} vám boli pridelené {count} dokumenty',
      other: 'V projekte {project} vám bolo pridelených {count} dokumentov',
    },
  },
  'package.reassigned': {
    en: { other: 'You no longer own {count} packages in {project}' },
    sk: {
      few: 'Už nevlastníte {count} balíky v projekte {project}',
      other: 'Už nevlastníte {count} balíkov v projekte {project}',
    },
  },
  'document.reassigned': {
    en: { other: 'You no longer own {count} documents in {project}' },
    sk: {
      few: 'Už nevlastníte {count} dokumenty v projekte {project}',
      other: 'Už nevlastníte {count} dokumentov v projekte {project}',
    },
  },
  'document.joined': {
    en: { other: 'You work on {count} documents in {project}' },
    sk: { other: 'Pracujete na {count} dokumentoch v projekte {project}' },
  },
  'document.overridden': {
    en: { other: '{count} overrides in your documents in {project}' },
    sk: {
      few: '{count} prepísania hodnotení vo vašich dokumentoch v projekte {project}',
      other: '{count} prepísaní hodnotení vo vašich dokumentoch v projekte {project}',
    },
  },
  'import.finished': {
    en: { other: '{count} imports in {project} have finished' },
    sk: {
      few: 'V projekte {project} sa skončili {count} importy',
      other: 'V projekte {project} sa skončilo {count} importov',
    },
  },
  'part.given': {
    en: { other: '{count} parts to answer in {project} were given to you' },
    sk: {
      few: 'V projekte {project} vám boli pridelené {count} časti na zodpovedanie',
      other: 'V projekte {project} vám bolo pridelených {count} častí na zodpovedanie',
    },
  },
  'answers.submitted': {
    en: { other: 'A colleague submitted answers {count} times in {project}' },
    sk: { other: 'Kolega odovzdal odpovede {count}-krát v projekte {project}' },
  },
  'question.asked': {
    en: { other: '{count} questions were asked in {project}' },
    sk: {
      few: 'V projekte {project} pribudli {count} otázky',
      other: 'V projekte {project} pribudlo {count} otázok',
    },
  },
  'question.continued': {
    en: { other: '{count} additions to questions in {project}' },
    sk: {
      few: '{count} doplnenia otázok v projekte {project}',
      other: '{count} doplnení otázok v projekte {project}',
    },
  },
  'painPoint.reported': {
    en: { other: '{count} pain points were reported in {project}' },
    sk: {
      few: 'V projekte {project} pribudli {count} problémy',
      other: 'V projekte {project} pribudlo {count} problémov',
    },
  },
  'painPoint.continued': {
    en: { other: '{count} additions to pain points in {project}' },
    sk: {
      few: '{count} doplnenia problémov v projekte {project}',
      other: '{count} doplnení problémov v projekte {project}',
    },
  },
  'discussion.replied': {
    en: { other: '{count} replies in your discussions in {project}' },
    sk: {
      few: '{count} odpovede vo vašich diskusiách v projekte {project}',
      other: '{count} odpovedí vo vašich diskusiách v projekte {project}',
    },
  },
  'discussion.mentioned': {
    en: { other: 'You are mentioned {count} times in discussions in {project}' },
    sk: { other: 'V diskusiách v projekte {project} vás spomenuli {count}-krát' },
  },
  'reply.official': {
    en: { other: '{count} answers to your questions in {project}' },
    sk: {
      few: '{count} odpovede na vaše otázky v projekte {project}',
      other: '{count} odpovedí na vaše otázky v projekte {project}',
    },
  },
  'painPoint.replied': {
    en: { other: '{count} answers to your pain points in {project}' },
    sk: {
      few: '{count} odpovede na vaše problémy v projekte {project}',
      other: '{count} odpovedí na vaše problémy v projekte {project}',
    },
  },
  'answer.published': {
    en: { other: '{count} new entries in the questions and answers of {project}' },
    sk: {
      few: '{count} nové záznamy v otázkach a odpovediach projektu {project}',
      other: '{count} nových záznamov v otázkach a odpovediach projektu {project}',
    },
  },
  'answer.corrected': {
    en: { other: '{count} corrected answers in the questions and answers of {project}' },
    sk: {
      few: '{count} opravené odpovede v otázkach a odpovediach projektu {project}',
      other: '{count} opravených odpovedí v otázkach a odpovediach projektu {project}',
    },
  },
} as const satisfies Partial<Record<NoticeKind, Readonly<Record<Language, Forms>>>>

export type ManyKind = keyof typeof NOTICE_MANY
