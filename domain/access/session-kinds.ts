/**
 * In what role a signed-in person is here, as the session's row says and its token repeats: in a session of their own, let in by the
 * person for help, sent in by a partner, or shown the portal on a page of the business unit's own.
 */
export const sessionKinds = ['own', 'remote', 'partner', 'embed_portal'] as const;
export type SessionKind = (typeof sessionKinds)[number];

/** What an endpoint is open to that names nothing: keys of the unit, people's own affairs, everything nobody thought of. */
export const ownOnly: readonly SessionKind[] = ['own'];
/** Content, and people below administrators: who visits from above may work on them. */
export const visits: readonly SessionKind[] = ['own', 'remote', 'partner'];
/** What looking at reports needs: an embedded portal has it too. */
export const viewing: readonly SessionKind[] = sessionKinds;

export const isSessionKind = (value: unknown): value is SessionKind => sessionKinds.includes(value as SessionKind); // because includes() wants the element type
