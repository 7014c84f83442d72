import type { NoticeRow } from './notice-row.ts'

/** Events of a person's account and organizations, which no project has. */
export const ACCOUNT_NOTICES = {
  'account.signedIn': {
    group: 'security',
    scope: 'account',
    to: [],
    isPersonal: true,
    place: 'account',
    texts: {
      en: 'A new device signed in to your account',
      sk: 'Do vášho účtu sa prihlásilo nové zariadenie',
    },
  },
  'account.password': {
    group: 'security',
    scope: 'account',
    to: [],
    isPersonal: true,
    place: 'account',
    texts: {
      en: 'The password of your account was changed',
      sk: 'Heslo vášho účtu bolo zmenené',
    },
  },
  'account.twoFactorOn': {
    group: 'security',
    scope: 'account',
    to: [],
    isPersonal: true,
    place: 'account',
    texts: {
      en: 'Two-factor sign-in of your account was turned on',
      sk: 'Dvojfaktorové prihlásenie vášho účtu bolo zapnuté',
    },
  },
  'account.twoFactorOff': {
    group: 'security',
    scope: 'account',
    to: [],
    isPersonal: true,
    place: 'account',
    texts: {
      en: 'Two-factor sign-in of your account was turned off',
      sk: 'Dvojfaktorové prihlásenie vášho účtu bolo vypnuté',
    },
  },
  'account.address': {
    group: 'security',
    scope: 'account',
    to: [],
    isPersonal: true,
    place: 'account',
    texts: {
      en: 'The email address of your account was changed',
      sk: 'E-mailová adresa vášho účtu bola zmenená',
    },
  },
  'organization.roles': {
    group: 'assignments',
    scope: 'organization',
    to: [],
    isPersonal: true,
    place: 'organization',
    texts: {
      en: 'Your roles in {organization} have changed',
      sk: 'Vaše roly v organizácii {organization} sa zmenili',
    },
  },
  /** Does not name the project, which the person may no longer see. */
  'member.removed': {
    group: 'assignments',
    scope: 'organization',
    to: [],
    isPersonal: true,
    place: 'organization',
    texts: {
      en: 'You are no longer a member of a project of {organization}',
      sk: 'Už nie ste členom jedného z projektov organizácie {organization}',
    },
  },
} as const satisfies Record<string, NoticeRow>
