// Every page has loaded these already (app.js, before any other script): a second copy would weigh a kilobyte.
export const { ListBox, htmx } = window.commun
