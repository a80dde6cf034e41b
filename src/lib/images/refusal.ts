/** A file that is no image we take; its message is for whoever sent it. */
export class ImageRefused extends Error {}

export const DAMAGED = 'Cette image est incomplète ou abîmée. Enregistrez-la de nouveau, puis recommencez.'

/** No camera writes so many parts into a file; a file of empty ones would fill the memory. */
export const MOST_PARTS = 50_000
