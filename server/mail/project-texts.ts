import type { Language } from '#schema/tables/languages.ts'
import type { MailTextOf } from './mail-values.ts'

/** Mails about projects and feedback, in each language. */
export const PROJECT_MAIL_TEXTS = {
  openingRequested: {
    en: ({ url, name, project, said }) => ({
      subject: `Confirm the opening of answers: ${project}`,
      paragraphs: [
        `${name} requests to open the sealed answers to “${project}” before the deadline. You can confirm this within 24 hours. Reason:`,
      ],
      quote: said,
      action: { label: 'Open project', url },
    }),
    sk: ({ url, name, project, said }) => ({
      subject: `Potvrďte otvorenie odpovedí: ${project}`,
      paragraphs: [
        `${name} žiada o otvorenie zapečatených odpovedí v projekte „${project}“ pred termínom. Potvrdiť to môžete do 24 hodín. Dôvod:`,
      ],
      quote: said,
      action: { label: 'Otvoriť projekt', url },
    }),
  },
  answersOpened: {
    en: ({ url, organization, project, at }) => ({
      subject: `Answers opened: ${project}`,
      paragraphs: [
        `The deadline of “${project}” has passed. ${organization} has been able to read the sealed answers since ${at}.`,
      ],
      action: { label: 'Open project', url },
    }),
    sk: ({ url, organization, project, at }) => ({
      subject: `Odpovede otvorené: ${project}`,
      paragraphs: [
        `Termín projektu „${project}“ uplynul. ${organization} môže čítať zapečatené odpovede od ${at}.`,
      ],
      action: { label: 'Otvoriť projekt', url },
    }),
  },
  answersOpenedEarly: {
    en: ({ url, name, inviter, organization, project, at, said }) => ({
      subject: `Answers opened before the deadline: ${project}`,
      paragraphs: [
        `${organization} opened the sealed answers to “${project}” before the deadline, on ${at}.`,
        `${name} requested it and ${inviter} confirmed it. Reason:`,
      ],
      quote: said,
      action: { label: 'Open project', url },
    }),
    sk: ({ url, name, inviter, organization, project, at, said }) => ({
      subject: `Odpovede otvorené pred termínom: ${project}`,
      paragraphs: [
        `${organization} otvorila zapečatené odpovede v projekte „${project}“ pred termínom, ${at}.`,
        `O otvorenie žiada ${name}, potvrdzuje ${inviter}. Dôvod:`,
      ],
      quote: said,
      action: { label: 'Otvoriť projekt', url },
    }),
  },
  feedback: {
    en: ({ name, email, organization, said }) => ({
      subject: `Feedback from ${name}`,
      paragraphs: [`${name} of ${organization} (${email}) writes:`],
      quote: said,
    }),
    sk: ({ name, email, organization, said }) => ({
      subject: `Spätná väzba: ${name}`,
      paragraphs: [`${name}, ${organization} (${email}), píše:`],
      quote: said,
    }),
  },
  feedbackCopy: {
    en: ({ said }) => ({
      subject: 'Your feedback',
      paragraphs: ['Thank you. This is the copy you asked for.'],
      quote: said,
    }),
    sk: ({ said }) => ({
      subject: 'Vaša spätná väzba',
      paragraphs: ['Ďakujeme. Toto je kópia, o ktorú ste požiadali.'],
      quote: said,
    }),
  },
} as const satisfies Record<string, Record<Language, MailTextOf>>
