/** The domain of users without an address: it can never be a real one (RFC 2606, 2). */
export const nobodysDomain = 'no-address.invalid';

/** Whether a mail can arrive at all; otherwise nothing is queued. */
export const isReachable = (email: string): boolean => !email.toLowerCase().endsWith('.invalid');
