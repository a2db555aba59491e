type Ring = { keys: Record<string, { kty?: string; crv?: string; x?: string; y?: string }> };

/** The public halves of the keys that sign sessions (RFC 7517), copied field by field so that no private part is published. */
export function getJwks(jwtKeys: string) {
  const { keys } = JSON.parse(jwtKeys) as Ring; // because the boot check has parsed its shape
  return { keys: Object.entries(keys).map(([kid, { kty, crv, x, y }]) => ({ kty, crv, x, y, kid, alg: 'ES256', use: 'sig' })) };
}
