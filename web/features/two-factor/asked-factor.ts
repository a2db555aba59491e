/** The actions on a user's own factors. */
export type AskedFactor =
  | { what: 'app' }
  | { what: 'passkey' }
  | { what: 'codes' }
  | { what: 'rename'; id: string; name: string }
  | { what: 'remove'; id: string; name: string };
