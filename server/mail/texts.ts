import type { Language } from '#schema/tables/languages.ts'
import type { MailTextOf, MailValues } from './mail-values.ts'
import { PROJECT_MAIL_TEXTS } from './project-texts.ts'
import type { MailText } from './render-mail.ts'

const LINK_LASTS = {
  en: 'The link works once, for 30 minutes.',
  sk: 'Odkaz platí 30 minút a dá sa použiť len raz.',
} as const
const NOT_YOU = {
  en: 'If you did not request this, ignore this email. Nothing changes.',
  sk: 'Ak ste o to nežiadali, tento e-mail ignorujte. Nič sa nezmení.',
} as const
const WORRIED = {
  en: 'If this was not you, set a new password now and tell your administrator.',
  sk: 'Ak ste to neboli vy, ihneď si nastavte nové heslo a informujte svojho administrátora.',
} as const

const UNDO_LASTS = {
  en: 'If this was not you, use the link within 7 days. It signs you out everywhere and lets you set a new password.',
  sk: 'Ak ste to neboli vy, použite odkaz do 7 dní: všade vás odhlási a nastavíte si nové heslo.',
} as const

/** All mails, in each language. */
export const MAIL_TEXTS = {
  register: {
    en: ({ url }) => ({
      subject: 'Confirm your email address',
      paragraphs: [
        'Someone, probably you, wants to register with this address. Confirm it to continue.',
      ],
      action: { label: 'Confirm email address', url },
      after: [LINK_LASTS.en, NOT_YOU.en],
    }),
    sk: ({ url }) => ({
      subject: 'Potvrďte svoju e-mailovú adresu',
      paragraphs: [
        'Niekto, pravdepodobne vy, sa chce zaregistrovať s touto adresou. Pokračujte jej potvrdením.',
      ],
      action: { label: 'Potvrdiť e-mailovú adresu', url },
      after: [LINK_LASTS.sk, NOT_YOU.sk],
    }),
  },
  accountExists: {
    en: ({ url }) => ({
      subject: 'You already have an account',
      paragraphs: [
        'Someone, probably you, wants to use this address for an account, but it already has one. Sign in instead. If you forgot the password, set a new one on the sign-in page.',
      ],
      action: { label: 'Sign in', url },
      after: [NOT_YOU.en],
    }),
    sk: ({ url }) => ({
      subject: 'Účet už máte',
      paragraphs: [
        'Niekto, pravdepodobne vy, chce pre účet použiť túto adresu, ktorá už účet má. Prihláste sa. Ak ste heslo zabudli, na prihlasovacej stránke si nastavte nové.',
      ],
      action: { label: 'Prihlásiť sa', url },
      after: [NOT_YOU.sk],
    }),
  },
  invitation: {
    en: ({ url, organization, inviter }) => ({
      subject: `Invitation to ${organization}`,
      paragraphs: [`${inviter} invites you to work with ${organization} in Tenderbook.`],
      action: { label: 'Open invitation', url },
      after: ['The invitation works once, for 7 days.'],
    }),
    sk: ({ url, organization, inviter }) => ({
      subject: `Pozvánka do organizácie ${organization}`,
      paragraphs: [
        `${inviter} vás pozýva k spolupráci s organizáciou ${organization} v aplikácii Tenderbook.`,
      ],
      action: { label: 'Otvoriť pozvánku', url },
      after: ['Pozvánka platí 7 dní a dá sa použiť len raz.'],
    }),
  },
  resetPassword: {
    en: ({ url, name }) => ({
      subject: 'Set a new password',
      paragraphs: [`A new password was requested for the account of ${name}.`],
      action: { label: 'Set a new password', url },
      after: [LINK_LASTS.en, NOT_YOU.en],
    }),
    sk: ({ url, name }) => ({
      subject: 'Nastavte si nové heslo',
      paragraphs: [`Pre účet používateľa ${name} bolo vyžiadané nové heslo.`],
      action: { label: 'Nastaviť nové heslo', url },
      after: [LINK_LASTS.sk, NOT_YOU.sk],
    }),
  },
  resetPasswordByAdministrator: {
    en: ({ url, name, inviter }) => ({
      subject: 'Set a new password',
      paragraphs: [
        `${inviter} asks you to set a new password for the account of ${name}. You were signed out everywhere.`,
      ],
      action: { label: 'Set a new password', url },
      after: [LINK_LASTS.en],
    }),
    sk: ({ url, name, inviter }) => ({
      subject: 'Nastavte si nové heslo',
      paragraphs: [
        `${inviter} vás žiada, aby ste si pre účet používateľa ${name} nastavili nové heslo. Všade ste boli odhlásení.`,
      ],
      action: { label: 'Nastaviť nové heslo', url },
      after: [LINK_LASTS.sk],
    }),
  },
  accountRemoved: {
    en: ({ organization }) => ({
      subject: 'Your account was deleted',
      paragraphs: [
        `An administrator of ${organization} deleted your account. You can no longer sign in. What you wrote in projects stays there.`,
      ],
    }),
    sk: ({ organization }) => ({
      subject: 'Váš účet bol odstránený',
      paragraphs: [
        `Administrátor organizácie ${organization} odstránil váš účet. Už sa nemôžete prihlásiť. To, čo ste napísali v projektoch, v nich zostáva.`,
      ],
    }),
  },
  contactRefused: {
    en: ({ organization }) => ({
      subject: `Your access to ${organization} was refused`,
      paragraphs: [
        `You cannot work for ${organization}. Ask the person who invited you for the reason.`,
      ],
    }),
    sk: ({ organization }) => ({
      subject: `Prístup do organizácie ${organization} bol zamietnutý`,
      paragraphs: [
        `Za organizáciu ${organization} nemôžete pracovať. Na dôvod sa spýtajte osoby, ktorá vás pozvala.`,
      ],
    }),
  },
  passwordChanged: {
    en: ({ url }) => ({
      subject: 'Your password was changed',
      paragraphs: [
        'The password of your account was changed, and you were signed out on your other devices.',
      ],
      action: { label: 'Open Tenderbook', url },
      after: [WORRIED.en],
    }),
    sk: ({ url }) => ({
      subject: 'Vaše heslo bolo zmenené',
      paragraphs: ['Heslo vášho účtu bolo zmenené a na ostatných zariadeniach ste boli odhlásení.'],
      action: { label: 'Otvoriť Tenderbook', url },
      after: [WORRIED.sk],
    }),
  },
  changeEmail: {
    en: ({ url, name }) => ({
      subject: 'Confirm your new email address',
      paragraphs: [`Confirm that this is the new email address for the account of ${name}.`],
      action: { label: 'Confirm new address', url },
      after: [LINK_LASTS.en, NOT_YOU.en],
    }),
    sk: ({ url, name }) => ({
      subject: 'Potvrďte svoju novú e-mailovú adresu',
      paragraphs: [`Potvrďte, že toto je nová e-mailová adresa účtu používateľa ${name}.`],
      action: { label: 'Potvrdiť novú adresu', url },
      after: [LINK_LASTS.sk, NOT_YOU.sk],
    }),
  },
  emailChangeAsked: {
    en: ({ url, email }) => ({
      subject: 'Change of your email address requested',
      paragraphs: [`Emails about your account will go to ${email} once that address is confirmed.`],
      action: { label: 'Stop the change', url },
      after: [UNDO_LASTS.en],
    }),
    sk: ({ url, email }) => ({
      subject: 'Bola vyžiadaná zmena vašej e-mailovej adresy',
      paragraphs: [
        `E-maily k vášmu účtu sa budú posielať na ${email}, keď bude táto adresa potvrdená.`,
      ],
      action: { label: 'Zastaviť zmenu', url },
      after: [UNDO_LASTS.sk],
    }),
  },
  emailChanged: {
    en: ({ url, email }) => ({
      subject: 'Your email address was changed',
      paragraphs: [`Emails about your account now go to ${email}.`],
      action: { label: 'Undo the change', url },
      after: [UNDO_LASTS.en],
    }),
    sk: ({ url, email }) => ({
      subject: 'Vaša e-mailová adresa bola zmenená',
      paragraphs: [`E-maily k vášmu účtu sa odteraz posielajú na ${email}.`],
      action: { label: 'Vziať zmenu späť', url },
      after: [UNDO_LASTS.sk],
    }),
  },
  emailChangeUndone: {
    en: ({ url, email }) => ({
      subject: 'The change of your email address was undone',
      paragraphs: [
        `Emails about your account go to ${email} again. You were signed out everywhere, and your password no longer works.`,
      ],
      action: { label: 'Set a new password', url },
      after: ['If this was not you, tell your administrator.'],
    }),
    sk: ({ url, email }) => ({
      subject: 'Zmena vašej e-mailovej adresy bola vzatá späť',
      paragraphs: [
        `E-maily k vášmu účtu sa znova posielajú na ${email}. Všade ste boli odhlásení a vaše heslo už neplatí.`,
      ],
      action: { label: 'Nastaviť nové heslo', url },
      after: ['Ak ste to neboli vy, informujte svojho administrátora.'],
    }),
  },
  twoFactorOn: {
    en: ({ url }) => ({
      subject: 'Two-factor sign-in is on',
      paragraphs: ['You now sign in with your password and a code from your authenticator app.'],
      action: { label: 'Open Tenderbook', url },
      after: [WORRIED.en],
    }),
    sk: ({ url }) => ({
      subject: 'Dvojfaktorové prihlasovanie je zapnuté',
      paragraphs: ['Odteraz sa prihlasujete heslom a kódom z overovacej aplikácie.'],
      action: { label: 'Otvoriť Tenderbook', url },
      after: [WORRIED.sk],
    }),
  },
  twoFactorOff: {
    en: ({ url }) => ({
      subject: 'Two-factor sign-in is off',
      paragraphs: ['Signing in to your account no longer asks for a code.'],
      action: { label: 'Open Tenderbook', url },
      after: [WORRIED.en],
    }),
    sk: ({ url }) => ({
      subject: 'Dvojfaktorové prihlasovanie je vypnuté',
      paragraphs: ['Pri prihlásení do vášho účtu sa už kód nevyžaduje.'],
      action: { label: 'Otvoriť Tenderbook', url },
      after: [WORRIED.sk],
    }),
  },
  sessionCopied: {
    en: ({ url }) => ({
      subject: 'You were signed out for your safety',
      paragraphs: ['A copy of one of your sessions was used, so the session was ended.'],
      action: { label: 'Sign in', url },
      after: [WORRIED.en],
    }),
    sk: ({ url }) => ({
      subject: 'Z bezpečnostných dôvodov ste boli odhlásení',
      paragraphs: ['Niekto použil kópiu jedného z vašich prihlásení, preto bolo ukončené.'],
      action: { label: 'Prihlásiť sa', url },
      after: [WORRIED.sk],
    }),
  },
  approved: {
    en: ({ url, organization }) => ({
      subject: 'Your account was approved',
      paragraphs: [`You can now sign in and work with ${organization}.`],
      action: { label: 'Sign in', url },
    }),
    sk: ({ url, organization }) => ({
      subject: 'Váš účet bol schválený',
      paragraphs: [`Môžete sa prihlásiť a pracovať s organizáciou ${organization}.`],
      action: { label: 'Prihlásiť sa', url },
    }),
  },
  ...PROJECT_MAIL_TEXTS,
} as const satisfies Record<string, Record<Language, MailTextOf>>
export type MailName = keyof typeof MAIL_TEXTS

export const mailText = (
  name: MailName,
  language: Language,
  values: Partial<MailValues>,
): MailText =>
  MAIL_TEXTS[name][language]({
    url: '',
    name: '',
    organization: '',
    inviter: '',
    email: '',
    said: '',
    project: '',
    at: '',
    ...values,
  })
