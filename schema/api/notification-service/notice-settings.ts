import * as v from 'valibot'
import { zone } from '../../entities/fields.ts'
import { MAIL_WAYS, NOTICE_GROUP_NAMES } from '../../tables/notice-groups.ts'
import { RowId } from '../common.ts'
import { endpoints } from '../endpoint.ts'

const hour = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(23))
const Choice = v.strictObject({
  /** null = in all projects. */
  projectId: v.nullable(RowId),
  group: v.picklist(NOTICE_GROUP_NAMES),
  /** null = as in all projects, or the default. */
  mail: v.nullable(v.picklist(MAIL_WAYS)),
  push: v.nullable(v.boolean()),
})
const Times = {
  /** The IANA zone of the person. */
  zone,
  /** The local hour of the daily digest. */
  digestHour: hour,
  /** Nothing but urgent notifications is sent between these local hours; null = no such hours. */
  quiet: v.nullable(v.strictObject({ from: hour, to: hour })),
}
const Settings = v.strictObject({
  ...Times,
  choices: v.array(Choice),
  /** Ids of the muted projects. */
  muted: v.array(RowId),
})
export type NoticeSettings = v.InferOutput<typeof Settings>

/** How the person is notified: ways for each group of kinds, and times. */
export const noticeSettings = endpoints({
  own: {
    method: 'GET',
    path: '/notification-service/settings',
    access: 'user',
    summary: "The person's choices of ways and times of notifications",
    reply: Settings,
  },
  setTimes: {
    method: 'PUT',
    path: '/notification-service/settings',
    access: 'user',
    summary: 'Set time zone, hour of the daily digest, and quiet hours',
    body: v.strictObject(Times),
    reply: Settings,
    errors: ['INPUT_INVALID'],
  },
  choose: {
    method: 'PUT',
    path: '/notification-service/choices',
    access: 'user',
    summary: 'Choose mail and push for a group of kinds, in one project or in all',
    body: Choice,
    reply: Settings,
    errors: ['ACCESS_TO_PROJECT_IS_DENIED', 'INPUT_INVALID'],
  },
})
