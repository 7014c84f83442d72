import { type NoticeRow, REQUESTORS } from './notice-row.ts'

const ALL_SIDES = [...REQUESTORS, 'vendor'] as const

/** Events of a project as a whole. */
export const PROJECT_NOTICES = {
  'project.ready': {
    group: 'steps',
    to: ['owner'],
    tellsActor: true,
    place: 'detail',
    texts: { en: '{project} is ready', sk: 'Projekt {project} je pripravený' },
  },
  'project.prepared': {
    group: 'steps',
    to: ['collaborator'],
    place: 'packages',
    texts: { en: '{project} is in preparation', sk: 'Projekt {project} je v príprave' },
  },
  'project.published': {
    group: 'steps',
    to: ALL_SIDES,
    place: 'detail',
    texts: { en: '{project} is published', sk: 'Projekt {project} je zverejnený' },
  },
  'project.republished': {
    group: 'steps',
    to: ALL_SIDES,
    place: 'detail',
    texts: {
      en: '{project} was changed: addendum {addendum}',
      sk: 'Projekt {project} sa zmenil: dodatok {addendum}',
    },
  },
  'project.invited': {
    group: 'steps',
    to: ['vendor'],
    isOneVendors: true,
    place: 'detail',
    texts: { en: 'You are invited to {project}', sk: 'Dostali ste pozvanie do projektu {project}' },
  },
  'project.ended': {
    group: 'steps',
    to: ALL_SIDES,
    place: 'detail',
    texts: {
      en: '{project} is closed for answers',
      sk: 'Projekt {project} už neprijíma odpovede',
    },
  },
  'project.opened': {
    group: 'steps',
    to: ALL_SIDES,
    place: 'detail',
    texts: {
      en: 'The answers to {project} were opened before the deadline',
      sk: 'Odpovede v projekte {project} boli otvorené pred termínom',
    },
  },
  'project.evaluation': {
    group: 'steps',
    to: REQUESTORS,
    place: 'detail',
    texts: {
      en: 'The evaluation of {project} has begun',
      sk: 'Hodnotenie projektu {project} sa začalo',
    },
  },
  'project.closed': {
    group: 'steps',
    to: REQUESTORS,
    place: 'detail',
    texts: { en: '{project} is closed', sk: 'Projekt {project} je uzavretý' },
  },
  /** Written by the owner: to the team, to all vendors, or to one vendor. */
  'message.team': {
    group: 'messages',
    to: REQUESTORS,
    place: 'detail',
    texts: { en: '{project}: {text}', sk: '{project}: {text}' },
  },
  'message.vendors': {
    group: 'messages',
    to: ['vendor'],
    place: 'detail',
    texts: { en: '{project}: {text}', sk: '{project}: {text}' },
  },
  'message.vendor': {
    group: 'messages',
    to: ['vendor'],
    isOneVendors: true,
    place: 'detail',
    texts: { en: '{project}: {text}', sk: '{project}: {text}' },
  },
  'deadline.changed': {
    group: 'deadlines',
    to: ALL_SIDES,
    place: 'detail',
    texts: {
      en: 'The deadline of {project} is now {until}',
      sk: 'Termín projektu {project} je odteraz {until}',
    },
  },
  'deadline.week': {
    group: 'deadlines',
    to: ALL_SIDES,
    place: 'detail',
    texts: {
      en: '{project} takes answers for 7 more days',
      sk: 'Projekt {project} prijíma odpovede ešte 7 dní',
    },
  },
  'deadline.day': {
    group: 'deadlines',
    to: ALL_SIDES,
    place: 'detail',
    texts: {
      en: '{project} takes answers for 24 more hours',
      sk: 'Projekt {project} prijíma odpovede ešte 24 hodín',
    },
  },
  'deadline.hours': {
    group: 'deadlines',
    to: ALL_SIDES,
    place: 'detail',
    texts: {
      en: '{project} takes answers for 2 more hours',
      sk: 'Projekt {project} prijíma odpovede ešte 2 hodiny',
    },
  },
  /** Comes with each reminder of the deadline. */
  'vendors.notStarted': {
    group: 'deadlines',
    to: REQUESTORS,
    place: 'detail',
    texts: {
      en: 'Vendors that have not started to answer {project}: {count}',
      sk: 'Dodávatelia, ktorí ešte nezačali odpovedať v projekte {project}: {count}',
    },
  },
  'late.waiting': {
    group: 'answers',
    to: ['owner'],
    place: 'detail',
    texts: {
      en: 'Late answers wait in {project}',
      sk: 'V projekte {project} čakajú oneskorené odpovede',
    },
  },
} as const satisfies Record<string, NoticeRow>
