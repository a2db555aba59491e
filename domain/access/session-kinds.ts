/**
 * The kind of a session, as its row says and its token repeats: the user's own, a support visit that the user let in, a partner's visit, or
 * the portal embedded in a page of the business unit.
 */
export const sessionKinds = ['own', 'remote', 'partner', 'embed_portal'] as const;
export type SessionKind = (typeof sessionKinds)[number];

/** Open by default only to users' own sessions: keys of the unit, personal data, and every endpoint that doesn't say otherwise. */
export const ownOnly: readonly SessionKind[] = ['own'];
/** Content, and users below administrators: visitors from above may work on them. */
export const visits: readonly SessionKind[] = ['own', 'remote', 'partner'];
/** Work of administrators that outlasts a visit: a partner who entered the unit may do it, an agent in a person's session only reads. */
export const ownAndPartner: readonly SessionKind[] = ['own', 'partner'];
/** What viewing reports needs: an embedded portal can call it too. */
export const viewing: readonly SessionKind[] = sessionKinds;

// Because includes() wants the element type.
export const isSessionKind = (value: unknown): value is SessionKind => sessionKinds.includes(value as SessionKind);
