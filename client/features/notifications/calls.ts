import { notifications } from '#schema/api/notification-service/notifications.ts'
import { callsOf } from '../../lib/api.ts'

export const notificationCalls = callsOf(notifications)
