export const SINGLE_KEYS = 'tenderbook.single-keys'

/** Shortcuts without Ctrl or Alt can be turned off, because voice input types letters. */
export const areSingleKeysOn = (): boolean => localStorage.getItem(SINGLE_KEYS) !== 'off'
