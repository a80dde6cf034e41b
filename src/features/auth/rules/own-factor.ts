interface Factors {
  totp_at: string | null
  cle_at: string | null
}

/** Has the account a second factor of its own, whatever becomes of mail: an application, or a key? */
export const hasOwnFactor = ({ totp_at, cle_at }: Factors): boolean => totp_at !== null || cle_at !== null
