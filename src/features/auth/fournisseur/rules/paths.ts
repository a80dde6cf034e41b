/** Where a log-in by the provider begins, and where the provider sends the person back. */
export const PROVIDER_PATH = '/connexion/fournisseur'
export const BACK_PATH = `${PROVIDER_PATH}/retour`
