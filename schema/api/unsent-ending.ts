/**
 * Ending of the file in which unsent work travels by hand, where a network lets nothing through.
 */
export const UNSENT_FILE_ENDING = '.tenderbook'
