// Names of months and days in calendars.
import 'dayjs/locale/sk.js'

export { detailOf } from './detail-words.ts'
export { messages } from './messages.po'
