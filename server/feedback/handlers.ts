import type { feedback } from '#schema/api/users-service/feedback.ts'
import { readKnownUser } from '../identity/credentials.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { mailText } from '../mail/texts.ts'
import type { Handlers } from '../route.ts'
import { receiveFeedback } from './receive-feedback.ts'

/** Limit per person, so that a mailbox cannot be flooded. */
const LIMIT = { max: 5, windowMs: 10 * 60_000 } as const

export const feedbackHandlers: Handlers<typeof feedback> = {
  send: async (_input, { services, person, request }) => {
    await services.rateLimit.take(['feedback', person.userId], LIMIT)
    const {
      feedback: said,
      sendCopy,
      picture,
    } = await receiveFeedback(request.body, request.headers['content-type'], services.files.scan)
    const now = services.clock()
    await services.database.write(async (tx) => {
      const user = await readKnownUser(tx, person.userId)
      const values = {
        name: user.name,
        email: user.email,
        organization: person.organizationName,
        said,
      }
      const files = picture === null ? [] : [picture]
      await queueMail(tx, {
        to: services.feedbackTo,
        language: 'en',
        text: mailText('feedback', 'en', values),
        files,
        now,
      })
      if (sendCopy && user.email !== '')
        await queueMail(tx, {
          to: user.email,
          language: user.language,
          text: mailText('feedbackCopy', user.language, values),
          files,
          now,
        })
    })
    services.wakeMails()
  },
}
