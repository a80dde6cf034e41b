/** A program of the association that says who somebody is (OpenID Connect), with its secret in clear. */
export interface IdentityProvider {
  /** Its address, as it names itself. */
  emetteur: string
  client_id: string
  secret: string
  /** People know it by this name. */
  libelle: string
}
