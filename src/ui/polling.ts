/** Attributes by which a part of a page asks for itself every two seconds while some work goes on; without scripts there is a link. */
export const polling = (path: string, target: string): Record<string, string> => ({
  'hx-get': path,
  'hx-trigger': 'every 2s',
  'hx-select': target,
  'hx-target': target,
  'hx-swap': 'outerHTML',
})
