import { type NoticeRow, REQUESTORS } from './notice-row.ts'

/** Events of assignments, answers and comments. */
export const WORK_NOTICES = {
  'owner.changed': {
    group: 'assignments',
    to: REQUESTORS,
    isPersonal: true,
    place: 'detail',
    texts: {
      en: 'The ownership of {project} has changed',
      sk: 'Vlastníctvo projektu {project} sa zmenilo',
    },
  },
  'member.added': {
    group: 'assignments',
    to: REQUESTORS,
    isPersonal: true,
    place: 'detail',
    texts: { en: 'You are a member of {project}', sk: 'Ste členom projektu {project}' },
  },
  'roles.changed': {
    group: 'assignments',
    to: REQUESTORS,
    isPersonal: true,
    place: 'detail',
    texts: {
      en: 'Your roles in {project} have changed',
      sk: 'Vaše roly v projekte {project} sa zmenili',
    },
  },
  'package.assigned': {
    group: 'assignments',
    to: REQUESTORS,
    isPersonal: true,
    place: 'packages',
    texts: {
      en: 'You own the package “{thing}” in {project}',
      sk: 'Vlastníte balík „{thing}“ v projekte {project}',
    },
  },
  'document.assigned': {
    group: 'assignments',
    to: REQUESTORS,
    isPersonal: true,
    place: 'document',
    texts: {
      en: 'You own the document “{thing}” in {project}',
      sk: 'Vlastníte dokument „{thing}“ v projekte {project}',
    },
  },
  'package.reassigned': {
    group: 'assignments',
    to: REQUESTORS,
    isPersonal: true,
    place: 'packages',
    texts: {
      en: 'You no longer own the package “{thing}” in {project}',
      sk: 'Už nevlastníte balík „{thing}“ v projekte {project}',
    },
  },
  'document.reassigned': {
    group: 'assignments',
    to: REQUESTORS,
    isPersonal: true,
    place: 'document',
    texts: {
      en: 'You no longer own the document “{thing}” in {project}',
      sk: 'Už nevlastníte dokument „{thing}“ v projekte {project}',
    },
  },
  'document.joined': {
    group: 'assignments',
    to: REQUESTORS,
    isPersonal: true,
    place: 'document',
    texts: {
      en: 'You work on the document “{thing}” in {project}',
      sk: 'Pracujete na dokumente „{thing}“ v projekte {project}',
    },
  },
  'access.changed': {
    group: 'assignments',
    to: ['vendor'],
    isOneVendors: true,
    isPersonal: true,
    place: 'packages',
    texts: {
      en: 'Your access to {project} has changed',
      sk: 'Váš prístup do projektu {project} sa zmenil',
    },
  },
  'document.overridden': {
    group: 'answers',
    to: REQUESTORS,
    permission: 'SC_BROWSE',
    isPersonal: true,
    place: 'document',
    texts: {
      en: 'An evaluation in your document “{thing}” in {project} was overridden',
      sk: 'Hodnotenie vo vašom dokumente „{thing}“ v projekte {project} bolo prepísané',
    },
  },
  'import.finished': {
    group: 'answers',
    to: REQUESTORS,
    isPersonal: true,
    tellsActor: true,
    place: 'document',
    texts: {
      en: 'The import into “{thing}” in {project} has finished. New requirements: {count}',
      sk: 'Import do dokumentu „{thing}“ v projekte {project} sa skončil. Nové požiadavky: {count}',
    },
  },
  'export.ready': {
    group: 'exports',
    to: [...REQUESTORS, 'vendor'],
    isPersonal: true,
    tellsActor: true,
    place: 'exports',
    texts: {
      en: 'Your export of {project} is ready',
      sk: 'Váš export projektu {project} je pripravený',
    },
  },
  'export.failed': {
    group: 'exports',
    to: [...REQUESTORS, 'vendor'],
    isPersonal: true,
    tellsActor: true,
    place: 'exports',
    texts: {
      en: 'Your export of {project} could not be made',
      sk: 'Váš export projektu {project} sa nepodarilo vytvoriť',
    },
  },
  'part.given': {
    group: 'assignments',
    to: ['vendor'],
    isOneVendors: true,
    isPersonal: true,
    actsFor: 'vendor',
    place: 'document',
    texts: {
      en: 'You answer “{thing}” in {project}',
      sk: 'Odpovedáte na „{thing}“ v projekte {project}',
    },
  },
  'answers.submitted': {
    group: 'answers',
    to: ['vendor'],
    isOneVendors: true,
    actsFor: 'vendor',
    place: 'packages',
    texts: {
      en: 'A colleague submitted answers in {project}',
      sk: 'Kolega odovzdal odpovede v projekte {project}',
    },
  },
  'question.asked': {
    group: 'questions',
    to: REQUESTORS,
    permission: 'QA_BROWSE',
    actsFor: 'vendor',
    place: 'questions',
    texts: {
      en: 'A question was asked in {project}',
      sk: 'V projekte {project} pribudla otázka',
    },
  },
  'painPoint.reported': {
    group: 'questions',
    to: REQUESTORS,
    permission: 'PP_BROWSE',
    actsFor: 'vendor',
    place: 'painPoints',
    texts: {
      en: 'A pain point was reported in {project}',
      sk: 'V projekte {project} pribudol problém',
    },
  },
  'question.continued': {
    group: 'questions',
    to: REQUESTORS,
    permission: 'QA_BROWSE',
    actsFor: 'vendor',
    place: 'questions',
    texts: {
      en: 'A vendor wrote again about a question in {project}',
      sk: 'Dodávateľ doplnil otázku v projekte {project}',
    },
  },
  'painPoint.continued': {
    group: 'questions',
    to: REQUESTORS,
    permission: 'PP_BROWSE',
    actsFor: 'vendor',
    place: 'painPoints',
    texts: {
      en: 'A vendor wrote again about a pain point in {project}',
      sk: 'Dodávateľ doplnil problém v projekte {project}',
    },
  },
  'discussion.replied': {
    group: 'discussions',
    to: REQUESTORS,
    permission: 'DISCUSSION_BROWSE',
    isPersonal: true,
    place: 'discussions',
    texts: {
      en: 'A discussion of yours in {project} has a reply',
      sk: 'Vaša diskusia v projekte {project} má odpoveď',
    },
  },
  'discussion.mentioned': {
    group: 'mentions',
    to: REQUESTORS,
    permission: 'DISCUSSION_BROWSE',
    isPersonal: true,
    place: 'discussions',
    texts: {
      en: 'You are mentioned in a discussion in {project}',
      sk: 'V diskusii v projekte {project} vás niekto spomenul',
    },
  },
  'reply.official': {
    group: 'replies',
    to: ['vendor'],
    isOneVendors: true,
    place: 'questions',
    texts: {
      en: 'Your question in {project} was answered',
      sk: 'Na vašu otázku v projekte {project} prišla odpoveď',
    },
  },
  'painPoint.replied': {
    group: 'replies',
    to: ['vendor'],
    isOneVendors: true,
    place: 'painPoints',
    texts: {
      en: 'Your pain point in {project} was answered',
      sk: 'Na váš problém v projekte {project} prišla odpoveď',
    },
  },
  'answer.published': {
    group: 'replies',
    to: ['vendor'],
    permission: 'QA_BROWSE',
    place: 'questions',
    texts: {
      en: 'Questions and answers of {project} have a new entry',
      sk: 'V otázkach a odpovediach projektu {project} pribudol záznam',
    },
  },
  'answer.corrected': {
    group: 'replies',
    to: ['vendor'],
    permission: 'QA_BROWSE',
    place: 'questions',
    texts: {
      en: 'An answer in the questions and answers of {project} was corrected',
      sk: 'Odpoveď v otázkach a odpovediach projektu {project} bola opravená',
    },
  },
} as const satisfies Record<string, NoticeRow>
