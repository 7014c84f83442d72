import { useSyncExternalStore } from 'react'
import { createEmitter } from '../../lib/emitter.ts'

const SETTING = 'tenderbook.single-keys'
const changes = createEmitter<boolean>()

/** Shortcuts without Ctrl or Alt can be turned off, because voice input types letters. */
export const areSingleKeysOn = (): boolean => localStorage.getItem(SETTING) !== 'off'
export const setSingleKeys = (isOn: boolean): void => {
  localStorage.setItem(SETTING, isOn ? 'on' : 'off')
  changes.emit(isOn)
}
export const useSingleKeys = (): boolean => useSyncExternalStore(changes.on, areSingleKeysOn)

/** Whether keys are characters only, such as `?` or `g d`. */
export const isSingleKey = (keys: string): boolean => /^\S( \S)*$/.test(keys)
