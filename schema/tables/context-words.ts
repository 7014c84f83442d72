/**
 * Words that attackers try first in this application; a password that relies on them is refused.
 * The names of the organization and the person are added.
 */
export const CONTEXT_WORDS = [
  'tenderbook',
  'tender',
  'vendor',
  'supplier',
  'requirement',
  'commitment',
  'project',
  'evaluation',
  'organization',
  'password',
  'welcome',
  'admin',
  'heslo',
  'dodavatel',
  'ponuka',
  'projekt',
] as const
