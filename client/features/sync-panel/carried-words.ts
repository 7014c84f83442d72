import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { CarriedProblem } from '../../lib/carried-work.ts'

const PROBLEMS: Record<CarriedProblem, MessageDescriptor> = {
  tooLarge: msg`This file is larger than 200 MB.`,
  noWork: msg`This is not a file of carried work.`,
  code: msg`The code does not open this file. Check the code; if it is right, the file was changed.`,
  broken: msg`This file is damaged, or a newer version of the app wrote it.`,
  otherServer: msg`This file belongs to another server.`,
  otherVendor: msg`This file belongs to another organization.`,
  ownDevice: msg`This file is from this device: its work is already here.`,
  older: msg`A newer file of the same device is already here.`,
}

/** Why a file of carried work was not added. */
export const carriedProblemText = (problem: CarriedProblem): string => i18n._(PROBLEMS[problem])
