/** A file that is no image we take; its message is for whoever sent it. */
export class ImageRefused extends Error {}

export const DAMAGED = 'Cette image est incomplète ou abîmée. Enregistrez-la de nouveau, puis recommencez.'
