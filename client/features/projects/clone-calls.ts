import { clones } from '#schema/api/projects-service/versions.ts'
import { callsOf } from '../../lib/api.ts'

export const cloneCalls = callsOf(clones)
