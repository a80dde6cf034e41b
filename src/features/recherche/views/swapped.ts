/** All that follows the form; a criterion that changes swaps this alone, so that nobody who types loses a letter. */
export const SUITE = 'recherche-suite'
/** Always in the page, so that what is put in it is read aloud. */
export const ANNONCE = 'recherche-annonce'

// One request at a time, whoever asks: a slow answer never comes over a newer one.
const SHARED = {
  'hx-swap': 'outerHTML show:none',
  'hx-select-oob': `#${ANNONCE}:innerHTML`,
  'hx-sync': '#recherche:replace',
}

/** The form: its own fields stay, whatever is found. */
export const FORM_SWAP = {
  'hx-get': '/recherche',
  // The second is of static/js/recherche.js, which waits a little for whoever types on.
  'hx-trigger': 'submit, chercher',
  'hx-target': `#${SUITE}`,
  'hx-select': `#${SUITE}`,
  'hx-push-url': 'true',
  ...SHARED,
}

/** Around links to other searches: form and all is swapped, as these change what stands in the form. */
export const LINKS_SWAP = {
  'hx-boost': 'true',
  'hx-target': '#recherche',
  'hx-select': '#recherche',
  ...SHARED,
}
