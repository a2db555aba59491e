/** The domain of people who were given no address: one that never is one (RFC 2606, 2). */
export const nobodysDomain = 'no-address.invalid';

/** Tells whether a mail can arrive at all; nothing is queued for an address that is none. */
export const isReachable = (email: string): boolean => !email.toLowerCase().endsWith('.invalid');
