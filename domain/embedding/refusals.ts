/** Why a token is refused, as docs/embedding.md lists it. */
export const refusals = ['malformed', 'algorithm', 'signature', 'claims', 'audience', 'expired', 'future', 'life'] as const;
export type TokenRefusal = (typeof refusals)[number];
